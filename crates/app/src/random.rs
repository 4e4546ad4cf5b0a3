//! Names that nobody can guess.

/// Letters and digits that cannot be taken for each other.
const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// So many letters, each worth five bits.
pub fn name(length: usize) -> Result<String, String> {
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes)
        .map_err(|error| format!("this computer has no random numbers: {error}"))?;
    Ok(bytes.into_iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect())
}

/// A seed for players that roll dice.
pub(crate) fn seed() -> u64 {
    // Without random numbers games repeat each other, which is no harm.
    getrandom::u64().unwrap_or(1)
}
