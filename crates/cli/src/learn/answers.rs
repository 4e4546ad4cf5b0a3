//! Answers as they are typed.

use chess::quote;
use course::{Answer, Wanted};

use super::page;

/// What to type, as the beginning of a prompt.
pub(super) fn wish(wanted: &Wanted) -> String {
    match wanted {
        Wanted::Node { .. } => "number of the node".to_owned(),
        Wanted::Choice { .. } => "number of the answer".to_owned(),
        Wanted::Several { .. } => "numbers of all that are right, or none".to_owned(),
        Wanted::Numbers { fields } => {
            let labels: Vec<&str> = fields.iter().map(|field| field.label.as_str()).collect();
            let open = fields.iter().any(|field| field.may_be_open);
            let open = if open { ", inf for ∞" } else { "" };
            format!("{}{open}", labels.join(" and "))
        }
        Wanted::Order { .. } => "numbers in the right order".to_owned(),
    }
}

/// The sentences to choose from, numbered from 1.
pub(super) fn options(wanted: &Wanted) -> String {
    let listed = match wanted {
        Wanted::Choice { options } | Wanted::Several { options } => options,
        Wanted::Order { items } => items,
        Wanted::Node { .. } | Wanted::Numbers { .. } => return String::new(),
    };
    (1..).zip(listed).map(|(number, text)| page::listed(&format!("  {number} "), text)).collect()
}

/// Reads an answer.
///
/// # Errors
/// A sentence that says what is allowed.
pub(super) fn read(text: &str, wanted: &Wanted) -> Result<Answer, String> {
    let words: Vec<&str> = text
        .split(|sign: char| sign.is_whitespace() || sign == ';')
        .filter(|word| !word.is_empty())
        .collect();
    match wanted {
        Wanted::Node { among } => {
            let node = words.first().and_then(|word| word.trim_start_matches('#').parse().ok());
            let known: Vec<String> = among.iter().map(ToString::to_string).collect();
            match (node.filter(|node| among.contains(node)), words.len()) {
                (Some(node), 1) => Ok(Answer::Node { node }),
                _ => Err(format!("'{}': one of the nodes {}", quote(text), known.join(", "))),
            }
        }
        Wanted::Choice { options } => match places(&words, options.len()).as_deref() {
            Some(&[choice]) => Ok(Answer::Choice { choice }),
            _ => Err(format!("'{}': a number from 1 to {}", quote(text), options.len())),
        },
        Wanted::Several { .. } if words == ["none"] => Ok(Answer::Several { choices: Vec::new() }),
        Wanted::Several { options } => match places(&words, options.len()) {
            Some(choices) if !choices.is_empty() => Ok(Answer::Several { choices }),
            _ => Err(format!("'{}': numbers from 1 to {}, or none", quote(text), options.len())),
        },
        Wanted::Order { items } => match places(&words, items.len()) {
            Some(order) if is_order(&order, items.len()) => Ok(Answer::Order { order }),
            _ => Err(format!("'{}': each number from 1 to {} once", quote(text), items.len())),
        },
        Wanted::Numbers { fields } => {
            let numbers: Option<Vec<Option<f64>>> = words.iter().map(|word| one(word)).collect();
            match numbers.filter(|numbers| numbers.len() == fields.len()) {
                Some(numbers) => Ok(Answer::Numbers { numbers }),
                None => Err(format!("'{}': {}", quote(text), how_many(fields.len()))),
            }
        }
    }
}

fn how_many(count: usize) -> String {
    if count == 1 { "a number".to_owned() } else { format!("{count} numbers with blanks between") }
}

/// A number, or nothing for ∞; the inner one says which.
fn one(word: &str) -> Option<Option<f64>> {
    if ["inf", "-inf", "+inf", "∞", "-∞", "+∞"].contains(&word) {
        return Some(None);
    }
    let word = word.replace('−', "-");
    let plain = if has_groups(&word) { word.replace(',', "") } else { word.replace(',', ".") };
    plain.parse::<f64>().ok().filter(|number| number.is_finite()).map(Some)
}

/// Whether commas part the digits of a whole number in groups of three, as the course writes them:
/// `9,322` is nine thousand, `0,35` and `-1,5` have decimals.
fn has_groups(word: &str) -> bool {
    let digits = word.trim_start_matches(['-', '+']);
    let mut groups = digits.split('.').next().unwrap_or_default().split(',');
    let is_first = |first: &str| (1..=3).contains(&first.len()) && !first.starts_with('0');
    groups.next().is_some_and(is_first)
        && digits.contains(',')
        && groups.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Numbers from 1 as places from 0.
fn places(words: &[&str], count: usize) -> Option<Vec<u32>> {
    let place = |word: &&str| {
        let number: u32 = word.trim_end_matches(',').parse().ok()?;
        (1..=count as u32).contains(&number).then(|| number - 1)
    };
    words.iter().map(place).collect()
}

fn is_order(order: &[u32], count: usize) -> bool {
    let mut sorted = order.to_vec();
    sorted.sort_unstable();
    sorted.into_iter().eq(0..count as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read_or_refused_in_a_sentence() {
        let options = vec!["a".to_owned(), "b".to_owned(), "c".to_owned()];
        let choice = Wanted::Choice { options: options.clone() };
        assert_eq!(read("2", &choice), Ok(Answer::Choice { choice: 1 }));
        assert_eq!(read("4", &choice).unwrap_err(), "'4': a number from 1 to 3");
        let several = Wanted::Several { options: options.clone() };
        assert_eq!(read("none", &several), Ok(Answer::Several { choices: vec![] }));
        assert_eq!(read("3, 1", &several), Ok(Answer::Several { choices: vec![2, 0] }));
        let order = Wanted::Order { items: options };
        assert_eq!(read("3 1 2", &order), Ok(Answer::Order { order: vec![2, 0, 1] }));
        assert!(read("1 1 2", &order).is_err());
        let node = Wanted::Node { among: vec![4, 7] };
        assert_eq!(read("#7", &node), Ok(Answer::Node { node: 7 }));
        assert_eq!(read("5", &node).unwrap_err(), "'5': one of the nodes 4, 7");
        let fields = ["alpha", "beta"]
            .map(|label| course::NumberField { label: label.to_owned(), may_be_open: true });
        let numbers = Wanted::Numbers { fields: fields.to_vec() };
        let read_numbers = read("-0,35 inf", &numbers);
        assert_eq!(read_numbers, Ok(Answer::Numbers { numbers: vec![Some(-0.35), None] }));
        let one = Wanted::Numbers { fields: vec![fields[0].clone()] };
        for (text, number) in [("9,322", 9_322.0), ("-1,234,567", -1_234_567.0), ("0,350", 0.35)] {
            assert_eq!(read(text, &one), Ok(Answer::Numbers { numbers: vec![Some(number)] }));
        }
        for wrong in ["", "1", "x y", "1 2 3", "nan 1"] {
            assert!(read(wrong, &numbers).unwrap_err().ends_with("2 numbers with blanks between"));
        }
    }
}
