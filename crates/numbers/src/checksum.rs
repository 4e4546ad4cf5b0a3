//! CRC-32, the one of Ethernet, gzip and PNG.

const fn table() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut remainder = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            let carry = remainder & 1;
            remainder = remainder >> 1 ^ if carry == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = remainder;
        byte += 1;
    }
    table
}

static TABLE: [u32; 256] = table();

/// The checksum of some bytes.
///
/// ```
/// assert_eq!(plywise_numbers::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32<'a>(bytes: impl IntoIterator<Item = &'a u8>) -> u32 {
    let step = |crc: u32, &byte: &u8| crc >> 8 ^ TABLE[((crc ^ u32::from(byte)) & 255) as usize];
    !bytes.into_iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        assert_eq!(crc32(b""), 0);
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
        assert_eq!(crc32(b"The quick brown fox jumps over the lazy dog"), 0x414f_a339);
    }
}
