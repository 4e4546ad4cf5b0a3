//! The normal distribution.

/// Half the width of the interval that holds 95 % of a normal distribution, in
/// standard deviations.
pub(crate) const Z_95: f64 = 1.959_963_984_540_054;

/// Beyond this many standard deviations a double is 0 or 1.
const FAR: f64 = 8.3;

/// How likely a normal variable is below `x`, to the precision of a double.
pub(crate) fn cumulative(x: f64) -> f64 {
    if x.is_nan() || x.abs() > FAR {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    // ½ + density(x) · (x + x³/3 + x⁵/(3·5) + …): all terms have one sign, so
    // nothing cancels.
    let square = x * x;
    let (mut term, mut sum, mut divisor) = (x, x, 1.0);
    loop {
        divisor += 2.0;
        term *= square / divisor;
        let next = sum + term;
        if next == sum {
            break;
        }
        sum = next;
    }
    let density = (-square / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + sum * density).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_values() {
        for (x, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_543),
            (-1.0, 0.158_655_253_931_457),
            (Z_95, 0.975),
            (3.0, 0.998_650_101_968_370),
            (-6.0, 9.865_876_45e-10),
            (40.0, 1.0),
            (-40.0, 0.0),
        ] {
            assert!((cumulative(x) - below).abs() < 1e-14, "{x}: {}", cumulative(x));
        }
    }
}
