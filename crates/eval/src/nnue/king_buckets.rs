//! King buckets: where a side's own king stands chooses the rows that its view adds up.
//!
//! Whether a knight on f5 is strong depends on where the kings are. A network
//! with king buckets has a set of rows for each bucket, so that it can learn
//! such things; one without has a single set. Views are mirrored, so there are 32
//! squares to divide: files e to h, eight ranks up from the side's own first rank.

use chess::{Color, File, Square};

use super::file::NetworkError;
use super::format::{KING_SQUARES, MOST_KING_BUCKETS};

/// Which king bucket each square of an own king belongs to.
///
/// ```
/// use plywise_eval::nnue::KingBuckets;
///
/// assert_eq!(KingBuckets::ONE.count(), 1);
/// let mut by_half = [0; 32]; // e1 f1 g1 h1, e2 … h8
/// by_half[16..].fill(1);
/// assert_eq!(KingBuckets::new(by_half).unwrap().count(), 2);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KingBuckets {
    count: usize,
    /// The zone of a king on each of the 64 squares as White sees them.
    zones: [Zone; 64],
}

impl KingBuckets {
    /// No division: all squares are one bucket.
    pub const ONE: KingBuckets = KingBuckets::of([0; KING_SQUARES], 1);

    /// Buckets by square: e1 f1 g1 h1, then e2 to h2 and so on, as the king's own side counts ranks.
    ///
    /// # Errors
    /// If a bucket below the highest one has no square, or there are too many.
    pub fn new(map: [u8; KING_SQUARES]) -> Result<KingBuckets, NetworkError> {
        let count = map.iter().max().map_or(0, |&highest| usize::from(highest) + 1);
        let is_whole = count <= MOST_KING_BUCKETS
            && (0..count).all(|bucket| map.iter().any(|&each| usize::from(each) == bucket));
        match is_whole {
            true => Ok(KingBuckets::of(map, count)),
            false => Err(NetworkError::KingBuckets),
        }
    }

    const fn of(map: [u8; KING_SQUARES], count: usize) -> KingBuckets {
        let mut zones = [Zone(0); 64];
        let mut square = 0;
        while square < 64 {
            let (rank, file) = (square / 8, square % 8);
            let mirrored = file < File::E.index();
            let shown = if mirrored { 7 - file } else { file };
            zones[square] = Zone(2 * map[4 * rank + shown - 4] + mirrored as u8);
            square += 1;
        }
        KingBuckets { count, zones }
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many zones there are.
    pub(super) fn zones(&self) -> usize {
        2 * self.count
    }

    /// The buckets as [`KingBuckets::new`] takes them.
    pub(super) fn map(&self) -> [u8; KING_SQUARES] {
        std::array::from_fn(|index| self.zones[8 * (index / 4) + 4 + index % 4].bucket() as u8)
    }

    /// The zone of `color`'s own king on this square.
    #[inline]
    pub(super) fn zone(&self, color: Color, king: Square) -> Zone {
        let turned = match color {
            Color::White => 0,
            Color::Black => 56,
        };
        self.zones[king.index() ^ turned]
    }
}

/// A king bucket on one wing: as long as a king stays in its zone, its side's view stays what it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Zone(u8);

impl Zone {
    /// The zone as an index: twice the bucket, and one more on the files a to d.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// Its king bucket.
    #[inline]
    pub(super) fn bucket(self) -> usize {
        self.0 as usize >> 1
    }

    /// Whether files are swapped, a for h, so that the king stands on the files e to h.
    #[inline]
    pub(super) fn is_mirrored(self) -> bool {
        self.0 & 1 == 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_map_reads_back() {
        let map: [u8; KING_SQUARES] = std::array::from_fn(|index| (index % 7) as u8);
        let buckets = KingBuckets::new(map).unwrap();
        assert_eq!((buckets.count(), buckets.map()), (7, map));
        assert_eq!(KingBuckets::ONE.map(), [0; KING_SQUARES]);
        let all: [u8; KING_SQUARES] = std::array::from_fn(|index| index as u8);
        assert_eq!(KingBuckets::new(all).unwrap().count(), MOST_KING_BUCKETS);
    }

    #[test]
    fn maps_with_holes_cannot_be() {
        for (square, bucket) in [(0, 2), (31, 32), (5, 255)] {
            let mut map = [0; KING_SQUARES];
            map[square] = bucket;
            assert_eq!(KingBuckets::new(map), Err(NetworkError::KingBuckets), "{bucket}");
        }
        assert_eq!(KingBuckets::new([1; KING_SQUARES]), Err(NetworkError::KingBuckets));
    }

    #[test]
    fn each_side_counts_from_its_own_first_rank_and_both_wings_are_one() {
        let all: [u8; KING_SQUARES] = std::array::from_fn(|index| index as u8);
        let buckets = KingBuckets::new(all).unwrap();
        for (color, king, bucket, mirrored) in [
            (Color::White, Square::E1, 0, false),
            (Color::White, Square::D1, 0, true),
            (Color::White, Square::A1, 3, true),
            (Color::White, Square::G2, 6, false),
            (Color::Black, Square::E8, 0, false),
            (Color::Black, Square::B7, 6, true),
            (Color::Black, Square::H1, 31, false),
        ] {
            let zone = buckets.zone(color, king);
            assert_eq!((zone.bucket(), zone.is_mirrored()), (bucket, mirrored), "{color} {king}");
        }
    }
}
