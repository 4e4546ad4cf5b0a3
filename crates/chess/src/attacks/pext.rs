//! Slider index by the PEXT instruction of BMI2: the blockers' bits, side by side.

#![allow(unsafe_code)] // one instruction and one load, each with its reason

use super::sliders::{AttackSlice, PLACES, TABLE_SIZE, fill_table};
use crate::{Bitboard, Square};

/// Whether this CPU has PEXT and runs it fast.
#[inline(always)]
pub(super) fn is_fast() -> bool {
    #[cfg(target_feature = "bmi2")]
    {
        true
    }
    #[cfg(not(target_feature = "bmi2"))]
    {
        detect::is_fast()
    }
}

/// Squares a rook on `square` attacks when `occupied` squares block it.
///
/// # Safety
/// The CPU must have BMI2: [`is_fast`] must have said yes.
#[inline(always)]
pub(super) unsafe fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: the caller has seen BMI2.
    unsafe { attacks(&PLACES[0][square.index()], occupied) }
}

/// Squares a bishop on `square` attacks when `occupied` squares block it.
///
/// # Safety
/// The CPU must have BMI2: [`is_fast`] must have said yes.
#[inline(always)]
pub(super) unsafe fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    // SAFETY: the caller has seen BMI2.
    unsafe { attacks(&PLACES[1][square.index()], occupied) }
}

/// # Safety
/// The CPU must have BMI2.
#[inline(always)]
unsafe fn attacks(place: &AttackSlice, occupied: Bitboard) -> Bitboard {
    // SAFETY: the caller has seen BMI2.
    let nth = unsafe { extract(occupied.0, place.blockers) };
    let index = place.offset as usize + nth as usize;
    debug_assert!(index < TABLE_SIZE);
    // SAFETY: `extract` yields fewer than 2^(blockers) values, and `places()` gave
    // every square that many entries below TABLE_SIZE (asserted there); the test
    // `tables_agree_with_walking` visits every index.
    unsafe { *TABLE.get_unchecked(index) }
}

/// # Safety
/// The CPU must have BMI2, which it has where this is built.
#[cfg(target_feature = "bmi2")]
#[inline(always)]
unsafe fn extract(bits: u64, mask: u64) -> u64 {
    // SAFETY: this build is for CPUs with BMI2.
    unsafe { core::arch::x86_64::_pext_u64(bits, mask) }
}

/// The intrinsic cannot be inlined into code built for CPUs without BMI2, and a
/// call would cost more than it saves; one line of assembly can.
///
/// # Safety
/// The CPU must have BMI2.
#[cfg(not(target_feature = "bmi2"))]
#[inline(always)]
unsafe fn extract(bits: u64, mask: u64) -> u64 {
    debug_assert!(is_fast());
    let extracted;
    // SAFETY: the caller has seen BMI2; the instruction touches nothing but its registers.
    unsafe {
        core::arch::asm!(
            "pext {extracted}, {bits}, {mask}",
            extracted = lateout(reg) extracted,
            bits = in(reg) bits,
            mask = in(reg) mask,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    extracted
}

#[cfg(not(target_feature = "bmi2"))]
mod detect {
    use core::sync::atomic::{AtomicU8, Ordering};

    const UNKNOWN: u8 = 0;
    const SLOW: u8 = 1;
    const FAST: u8 = 2;

    /// Relaxed is enough: whoever reads it too early finds the same answer again.
    static ANSWER: AtomicU8 = AtomicU8::new(UNKNOWN);

    #[inline(always)]
    pub(super) fn is_fast() -> bool {
        match ANSWER.load(Ordering::Relaxed) {
            UNKNOWN => ask(),
            answer => answer == FAST,
        }
    }

    #[cold]
    fn ask() -> bool {
        let fast = std::is_x86_feature_detected!("bmi2") && !is_microcoded();
        ANSWER.store(if fast { FAST } else { SLOW }, Ordering::Relaxed);
        fast
    }

    /// AMD before Zen 3 (family 19h) runs PEXT in microcode.
    fn is_microcoded() -> bool {
        use core::arch::x86_64::__cpuid;
        // Leaves 0 and 1 exist on every x86-64 CPU.
        let vendor = __cpuid(0);
        let is_amd = vendor.ebx == u32::from_le_bytes(*b"Auth")
            && vendor.edx == u32::from_le_bytes(*b"enti")
            && vendor.ecx == u32::from_le_bytes(*b"cAMD");
        let signature = __cpuid(1).eax;
        let family = (signature >> 8 & 0xf) + (signature >> 20 & 0xff);
        is_amd && family < 0x19
    }
}

/// Subsets of a mask in increasing order are in the order of their PEXT.
const fn index(slider: usize, square: usize, _blockers: u64, nth: usize) -> usize {
    PLACES[slider][square].offset as usize + nth
}

#[allow(long_running_const_eval)] // a second, once
static TABLE: [Bitboard; TABLE_SIZE] = fill_table!(index);
