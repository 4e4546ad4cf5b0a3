//! Trees of numbers, written `((3 5) (2 9))`.

use std::fmt;
use std::str::FromStr;

use super::Toy;

/// The deepest nesting that is read.
pub const MAX_DEPTH: usize = 64;
/// The most nodes that are read, leaves included.
pub const MAX_NODES: usize = 100_000;
/// Numbers beyond this are refused: nobody compares them by eye.
const MAX_NUMBER: f64 = 1e9;

/// A tree with numbers as leaves.
#[derive(Clone, PartialEq, Debug)]
pub struct NumberTree {
    /// The root is the last.
    nodes: Vec<NumberNode>,
}

#[derive(Clone, PartialEq, Debug)]
enum NumberNode {
    Leaf(f64),
    /// Indices of the sons, all smaller than the node's own.
    Inner(Vec<usize>),
}

/// A node of a tree, with the tree around it.
#[derive(Clone, Copy, Debug)]
pub struct ToyPlace<'a> {
    tree: &'a NumberTree,
    index: usize,
}

/// Why a text is no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeError {
    /// There is nothing.
    Empty,
    /// So many brackets are never closed.
    Unclosed(usize),
    /// The bracket at this character closes nothing.
    Unopened(usize),
    /// The brackets that end at this character hold nothing.
    Childless(usize),
    /// This is no number.
    NotANumber(String),
    /// There is a comma at this character: is `3,5` one number or two?
    Comma(usize),
    /// The tree ended before this character, yet the text goes on.
    Trailing(usize),
    /// Brackets are nested too deeply.
    TooDeep,
    /// There are too many nodes.
    TooLarge,
}

impl NumberTree {
    /// The root.
    pub fn root(&self) -> ToyPlace<'_> {
        ToyPlace { tree: self, index: self.nodes.len() - 1 }
    }

    /// The tree of a toy played to its end; `None` if it is larger than
    /// [`MAX_NODES`] or deeper than [`MAX_DEPTH`].
    pub fn unfold<T: Toy>(toy: &T) -> Option<NumberTree> {
        fn grow<T: Toy>(toy: &T, depth: usize, nodes: &mut Vec<NumberNode>) -> Option<usize> {
            if depth > MAX_DEPTH || nodes.len() >= MAX_NODES {
                return None;
            }
            let node = match toy.value() {
                Some(value) => NumberNode::Leaf(value),
                None => {
                    let sons = toy.sons();
                    let grown = sons.iter().map(|son| grow(son, depth + 1, nodes));
                    NumberNode::Inner(grown.collect::<Option<_>>()?)
                }
            };
            nodes.push(node);
            Some(nodes.len() - 1)
        }
        let mut nodes = Vec::new();
        grow(toy, 0, &mut nodes)?;
        Some(NumberTree { nodes })
    }
}

impl Toy for ToyPlace<'_> {
    fn value(&self) -> Option<f64> {
        match self.tree.nodes[self.index] {
            NumberNode::Leaf(value) => Some(value),
            NumberNode::Inner(_) => None,
        }
    }

    fn sons(&self) -> Vec<Self> {
        match &self.tree.nodes[self.index] {
            NumberNode::Leaf(_) => Vec::new(),
            NumberNode::Inner(sons) => {
                sons.iter().map(|&index| ToyPlace { tree: self.tree, index }).collect()
            }
        }
    }
}

impl ToyPlace<'_> {
    /// All leaves below, from the left.
    pub fn leaves(&self) -> Vec<f64> {
        match self.value() {
            Some(value) => vec![value],
            None => self.sons().iter().flat_map(ToyPlace::leaves).collect(),
        }
    }
}

/// Reads without recursion, so that a million brackets are a sentence and no crash.
impl FromStr for NumberTree {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<NumberTree, TreeError> {
        let mut nodes: Vec<NumberNode> = Vec::new();
        // The sons of each bracket that is still open.
        let mut open: Vec<Vec<usize>> = Vec::new();
        let mut root = None;
        let mut rest = text.char_indices().enumerate().peekable();
        while let Some((count, (start, sign))) = rest.next() {
            let at = count + 1;
            if sign.is_whitespace() {
                continue;
            }
            if sign == ',' {
                return Err(TreeError::Comma(at));
            }
            if root.is_some() {
                return Err(if sign == ')' {
                    TreeError::Unopened(at)
                } else {
                    TreeError::Trailing(at)
                });
            }
            let node = match sign {
                '(' => {
                    if open.len() >= MAX_DEPTH {
                        return Err(TreeError::TooDeep);
                    }
                    open.push(Vec::new());
                    continue;
                }
                ')' => match open.pop() {
                    None => return Err(TreeError::Unopened(at)),
                    Some(sons) if sons.is_empty() => return Err(TreeError::Childless(at)),
                    Some(sons) => NumberNode::Inner(sons),
                },
                _ => {
                    let mut end = start + sign.len_utf8();
                    let is_inside =
                        |sign: char| !sign.is_whitespace() && !matches!(sign, '(' | ')' | ',');
                    while let Some((_, (index, next))) =
                        rest.next_if(|(_, (_, next))| is_inside(*next))
                    {
                        end = index + next.len_utf8();
                    }
                    NumberNode::Leaf(number(&text[start..end])?)
                }
            };
            if nodes.len() >= MAX_NODES {
                return Err(TreeError::TooLarge);
            }
            nodes.push(node);
            match open.last_mut() {
                Some(sons) => sons.push(nodes.len() - 1),
                None => root = Some(nodes.len() - 1),
            }
        }
        match (open.len(), root) {
            (0, Some(_)) => Ok(NumberTree { nodes }),
            (0, None) => Err(TreeError::Empty),
            (unclosed, _) => Err(TreeError::Unclosed(unclosed)),
        }
    }
}

fn number(text: &str) -> Result<f64, TreeError> {
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.".contains(&byte));
    let number = text.parse::<f64>().ok().filter(|number| number.abs() <= MAX_NUMBER);
    // Adding zero turns −0 into 0.
    number
        .filter(|_| is_plain)
        .map(|number| number + 0.0)
        .ok_or_else(|| TreeError::NotANumber(text.chars().take(20).collect()))
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::Empty => f.write_str("the tree is empty")?,
            TreeError::Unclosed(1) => f.write_str("a bracket is never closed")?,
            TreeError::Unclosed(count) => write!(f, "{count} brackets are never closed")?,
            TreeError::Unopened(at) => write!(f, "the bracket at character {at} closes nothing")?,
            TreeError::Childless(at) => {
                write!(f, "the brackets that end at character {at} hold nothing")?;
            }
            TreeError::NotANumber(text) => {
                let text = chess::quote(text);
                write!(f, "'{text}' is no number from -{MAX_NUMBER} to {MAX_NUMBER}")?;
            }
            TreeError::Comma(at) => {
                write!(f, "the comma at character {at} is no part of a tree, use spaces")?;
            }
            TreeError::Trailing(at) => write!(f, "character {at} is behind the tree's end")?,
            TreeError::TooDeep => write!(f, "brackets are nested more than {MAX_DEPTH} deep")?,
            TreeError::TooLarge => write!(f, "there are more than {MAX_NODES} nodes")?,
        }
        f.write_str("; a tree is a number, or trees in brackets such as '((3 5) (2 9))'")
    }
}

impl std::error::Error for TreeError {}

/// As it is read.
impl fmt::Display for NumberTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn write(place: ToyPlace<'_>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            if let Some(value) = place.value() {
                return write!(f, "{value}");
            }
            for (index, son) in place.sons().into_iter().enumerate() {
                f.write_str(if index == 0 { "(" } else { " " })?;
                write(son, f)?;
            }
            f.write_str(")")
        }
        write(self.root(), f)
    }
}

#[cfg(test)]
impl NumberTree {
    /// Trees of all shapes up to five plies deep, the same on every machine.
    pub(super) fn samples(count: usize) -> Vec<NumberTree> {
        fn grow(depth: u64, random: &mut impl FnMut(u64) -> u64) -> String {
            if depth == 0 || random(6) == 0 {
                return (random(19) as i64 - 9).to_string();
            }
            let sons: Vec<String> = (0..=random(3)).map(|_| grow(depth - 1, random)).collect();
            format!("({})", sons.join(" "))
        }
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
            (seed >> 33) % below
        };
        (0..count).map(|_| grow(5, &mut random).parse().unwrap()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_read_back() {
        for text in ["7", "(1)", "((3 5) (2 9))", "(-1.5 (2 (3)) 0)"] {
            assert_eq!(text.parse::<NumberTree>().unwrap().to_string(), text);
        }
        assert_eq!(" ( 1 2\t-0)".parse::<NumberTree>().unwrap().to_string(), "(1 2 0)");
    }

    #[test]
    fn what_is_no_tree_is_refused_with_a_reason() {
        for (text, error) in [
            ("", TreeError::Empty),
            ("  ", TreeError::Empty),
            ("(1 2", TreeError::Unclosed(1)),
            ("((1 2)", TreeError::Unclosed(1)),
            ("(", TreeError::Unclosed(1)),
            ("((", TreeError::Unclosed(2)),
            (")", TreeError::Unopened(1)),
            ("(1))", TreeError::Unopened(4)),
            ("()", TreeError::Childless(2)),
            ("(1 ())", TreeError::Childless(5)),
            ("(1 x)", TreeError::NotANumber("x".to_owned())),
            ("(1 inf)", TreeError::NotANumber("inf".to_owned())),
            ("(1 NaN)", TreeError::NotANumber("NaN".to_owned())),
            ("(1e400)", TreeError::NotANumber("1e400".to_owned())),
            ("99999999999", TreeError::NotANumber("99999999999".to_owned())),
            ("(1) 2", TreeError::Trailing(5)),
            ("(1,2)", TreeError::Comma(3)),
            ("(3,5 2)", TreeError::Comma(3)),
            (",", TreeError::Comma(1)),
            ("(1 2),", TreeError::Comma(6)),
            ("(é)", TreeError::NotANumber("é".to_owned())),
        ] {
            assert_eq!(text.parse::<NumberTree>(), Err(error.clone()), "{text}");
            assert_eq!(error.to_string().lines().count(), 1);
        }
    }

    #[test]
    fn depth_and_size_are_limited() {
        let nested = |depth: usize| format!("{}1{}", "(".repeat(depth), ")".repeat(depth));
        assert!(nested(MAX_DEPTH).parse::<NumberTree>().is_ok());
        assert_eq!(nested(MAX_DEPTH + 1).parse::<NumberTree>(), Err(TreeError::TooDeep));
        assert_eq!("(".repeat(1_000_000).parse::<NumberTree>(), Err(TreeError::TooDeep));
        let wide = |leaves: usize| format!("({})", "1 ".repeat(leaves));
        assert!(wide(MAX_NODES - 1).parse::<NumberTree>().is_ok());
        assert_eq!(wide(MAX_NODES).parse::<NumberTree>(), Err(TreeError::TooLarge));
    }
}
