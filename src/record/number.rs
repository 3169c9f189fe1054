//! Numbers with commas between thousands.

use std::fmt;

/// A number with a comma between thousands: 14,772,512.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grouped(pub u64);

impl fmt::Display for Grouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = self.0.to_string();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                f.write_str(",")?;
            }
            write!(f, "{digit}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_grouped() {
        let shown = [0, 7, 999, 1000, 14_772_512, u64::MAX].map(|number| Grouped(number).to_string());
        let wanted = ["0", "7", "999", "1,000", "14,772,512", "18,446,744,073,709,551,615"];
        assert_eq!(shown, wanted);
    }
}
