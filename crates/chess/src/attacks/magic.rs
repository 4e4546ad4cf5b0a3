//! Slider index by multiplication, for CPUs without a fast PEXT.
//!
//! The product of the blockers with a well-chosen number carries their bits to
//! the top of the word. `examples/find_magics.rs` found the numbers below.

#![allow(unsafe_code)] // one load, with its reason

use super::sliders::{PLACES, TABLE_SIZE, fill_table};
use crate::{Bitboard, Square};

#[inline(always)]
pub(super) fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    attacks(0, square, occupied)
}

#[inline(always)]
pub(super) fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    attacks(1, square, occupied)
}

#[inline(always)]
fn attacks(slider: usize, square: Square, occupied: Bitboard) -> Bitboard {
    let blockers = occupied.0 & PLACES[slider][square.index()].blockers;
    let index = index(slider, square.index(), blockers, 0);
    debug_assert!(index < TABLE_SIZE);
    // SAFETY: the shift leaves as many bits as the square has blockers, and
    // `places()` gave it that many entries below TABLE_SIZE (asserted there); the
    // test `tables_agree_with_walking` visits every arrangement.
    unsafe { *TABLE.get_unchecked(index) }
}

#[inline(always)]
const fn index(slider: usize, square: usize, blockers: u64, _nth: usize) -> usize {
    let place = &PLACES[slider][square];
    let shift = 64 - place.blockers.count_ones();
    let product = blockers.wrapping_mul(MULTIPLIERS[slider][square]);
    place.offset as usize + (product >> shift) as usize
}

#[allow(long_running_const_eval)] // a second, once
static TABLE: [Bitboard; TABLE_SIZE] = fill_table!(index);

static MULTIPLIERS: [[u64; 64]; 2] = [ROOK, BISHOP];

#[rustfmt::skip]
const ROOK: [u64; 64] = [
    0x2080_0010_6040_0081, 0x0040_2002_4004_1000, 0x0600_1040_a200_8008, 0xc880_0c10_0008_0080,
    0x0a00_0804_10a0_0200, 0x0480_0200_8014_0001, 0x0080_4200_0680_0100, 0x0500_0243_8022_0100,
    0x0020_8000_2040_0084, 0x408d_0020_8100_4008, 0x0860_8020_0410_0083, 0x0043_0021_0010_0008,
    0x0840_8008_000c_0180, 0x0003_0004_0082_0900, 0x0051_8001_0080_0200, 0x0100_8000_4080_0100,
    0x0000_8a80_0040_0064, 0x0007_48c0_0220_1000, 0x0020_0100_1100_2240, 0x0051_0100_1000_2009,
    0x0022_8180_0800_a400, 0x0841_8080_0400_0601, 0x1810_0c00_3002_9801, 0x0104_0200_0110_9144,
    0x0007_8220_8001_4008, 0x008a_0382_0041_0028, 0x0010_c091_0020_0108, 0x3201_4202_0020_0850,
    0xa1c1_0050_0220_8040, 0x8000_4400_8042_0080, 0x0b01_0011_000a_0024, 0x0000_0402_0004_8869,
    0x2040_2040_0080_0684, 0x0010_2010_00c0_0444, 0x2000_2000_4100_1100, 0x0405_8210_0080_0800,
    0x0450_8084_0180_0800, 0x0280_0200_8080_1400, 0x8002_1611_0400_8810, 0x4004_0882_4200_0b04,
    0x0200_8020_4012_8004, 0x8020_0040_3000_c000, 0x0110_0080_2002_8017, 0x020c_1000_0800_8080,
    0x0c08_0100_1119_0004, 0x8402_0010_0582_0008, 0x4150_5009_0214_0008, 0x010a_8102_c08a_0004,
    0x0400_8000_4000_2680, 0x0841_0042_0ca0_8600, 0x4800_8010_2342_0200, 0x0040_2843_2012_0200,
    0x0008_0108_0400_8080, 0x4024_0084_8016_0080, 0x0202_080a_0110_0400, 0x0200_1408_b041_0200,
    0x0100_2080_0041_0091, 0x0400_2044_5200_8102, 0x0800_7009_0042_2001, 0x0000_6561_0050_0009,
    0x0302_0004_0810_2002, 0x0009_0008_0244_0001, 0x0000_610a_1008_0a94, 0x00c0_1100_5884_0022,
];

#[rustfmt::skip]
const BISHOP: [u64; 64] = [
    0xc00a_1024_0480_8208, 0x4014_9418_2202_a028, 0xd010_0882_0240_1001, 0x0824_050a_0220_0880,
    0x1484_0420_0500_1040, 0x0022_1504_2013_1085, 0x4041_0412_2004_0020, 0x0010_1602_1004_1400,
    0x0000_11a2_0821_0400, 0x0008_200c_0900_6900, 0x0000_1104_2082_0001, 0x2810_4820_4048_0004,
    0x8a49_6414_2020_0102, 0x1214_0104_2014_0010, 0x0060_0054_0220_1030, 0x0a08_0104_0921_0860,
    0x7011_0008_1110_0a90, 0x0020_01c2_4404_428c, 0xe010_0868_0848_1020, 0x0004_0020_4300_2008,
    0x041a_0004_0121_5021, 0x0061_0012_3006_1010, 0x0198_9200_440c_6000, 0x4114_2224_4414_0400,
    0xa030_4000_0802_4400, 0x0203_0800_0410_8401, 0x0008_0803_0106_0120, 0x1800_8080_200a_0080,
    0x1400_8200_0401_0401, 0x0222_8101_0201_0080, 0x0004_0400_0100_8240, 0x0027_2821_2044_0401,
    0x2090_2404_0010_3080, 0x0401_1111_1060_8400, 0x8400_2230_0008_0080, 0x2108_0200_8008_0080,
    0x00c1_5200_2002_0080, 0x5081_2042_0025_0100, 0x2010_0110_402a_0200, 0x0002_1341_0082_018a,
    0x8808_0802_1328_a800, 0x1004_0108_0818_0200, 0x408a_2010_5000_0800, 0x0400_0042_0802_0182,
    0x8110_1801_0400_0110, 0x0804_0b13_4200_0100, 0x00c8_0204_0410_0140, 0x0010_2600_4104_0040,
    0x4c00_d402_0840_8200, 0x2000_a308_0210_3040, 0x0428_0054_0c0c_0240, 0x0400_0021_4202_0204,
    0x4002_0008_2101_0080, 0x0409_4011_1220_8035, 0x8011_1310_0400_8008, 0x1021_ca06_0541_0000,
    0x3213_2108_2090_0800, 0x0034_0041_2801_1008, 0x0010_0201_0090_d000, 0x0400_0040_0020_8800,
    0x0051_2200_2910_2402, 0x000b_2040_1126_1080, 0x0080_2108_1020_8081, 0x2418_2210_0052_0280,
];
