//! Natural numbers of any size.

use std::fmt;

/// A natural number of any size, written in decimal digits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Natural {
    /// Groups of nine digits, the last ones first.
    groups: Vec<u32>,
}

const GROUP: u64 = 1_000_000_000;

impl Natural {
    /// The product of some numbers.
    ///
    /// ```
    /// use queenreel::measure::Natural;
    ///
    /// assert_eq!(Natural::product(1..=25).to_string(), "15511210043330985984000000");
    /// ```
    pub fn product(factors: impl IntoIterator<Item = u32>) -> Self {
        let mut groups = vec![1];
        for factor in factors {
            let mut carry = 0;
            for group in &mut groups {
                let product = u64::from(*group) * u64::from(factor) + carry;
                *group = (product % GROUP) as u32;
                carry = product / GROUP;
            }
            while carry > 0 {
                groups.push((carry % GROUP) as u32);
                carry /= GROUP;
            }
            while groups.len() > 1 && groups.last() == Some(&0) {
                groups.pop();
            }
        }
        Self { groups }
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups = self.groups.iter().rev();
        write!(f, "{}", groups.next().copied().unwrap_or_default())?;
        groups.try_for_each(|group| write!(f, "{group:09}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn products_agree_with_those_of_128_bits() {
        for n in 1..=25_u32 {
            let power = u128::from(n).pow(n);
            assert_eq!(Natural::product((0..n).map(|_| n)).to_string(), power.to_string());
            let factorial: u128 = (1..=u128::from(n)).product();
            assert_eq!(Natural::product(1..=n).to_string(), factorial.to_string());
        }
        assert_eq!(Natural::product([]).to_string(), "1");
        assert_eq!(Natural::product([u32::MAX; 4]).to_string(), u128::from(u32::MAX).pow(4).to_string());
        assert_eq!(Natural::product([u32::MAX, u32::MAX, 0]).to_string(), "0");
    }
}
