//! The reports' tables, reproduced.

use plywise_lab::tables::{Comparison, Figure, Tables, Value};

#[test]
fn every_fact_is_met() {
    let tables = Tables::run();
    assert_eq!(tables.wrong(), Vec::<String>::new());
    assert_eq!(tables.check(), Ok(()));
    let count = |kind: fn(Comparison) -> bool| {
        let verdicts = tables.sections.iter().flat_map(|section| section.verdicts());
        verdicts.filter(|&verdict| kind(verdict)).count()
    };
    let facts = count(|verdict| matches!(verdict, Comparison::Exact(_)));
    assert!(facts >= 40, "{facts}");
    // On trees that we made up nothing counts as a fact.
    assert_eq!(count(|verdict| verdict == Comparison::OwnTree(true)), 3);
    assert_eq!(count(|verdict| verdict == Comparison::OwnTree(false)), 0);
    // Those that need more are explained in the notes: plain alpha-beta's order
    // on P's board 3, Q's column of another position, and T's of another depth.
    let mut more = Vec::new();
    for section in &tables.sections {
        for row in &section.rows {
            for ours in row.figures.iter().flat_map(|figure| &figure.ours) {
                if ours.verdict == Comparison::NoMore(false) {
                    more.push(format!("{} {} {}", section.report, row.label.join(" "), ours.by));
                }
            }
        }
    }
    assert_eq!(
        more,
        [
            "P 3 3 alphabeta",
            "Q g8h6 alphabeta",
            "Q g8h6 ordered",
            "Q d8c7 alphabeta",
            "Q d8c7 ordered",
            "T 4 its way",
            "T 4 pvs"
        ]
    );

    // Every table of every report is there.
    let letters: String = tables.sections.iter().map(|section| section.report).collect();
    assert_eq!(letters, "PPQQQQTTAJJJ");
    let rows: Vec<usize> = tables.sections.iter().map(|section| section.rows.len()).collect();
    assert_eq!(rows, [12, 8, 6, 6, 2, 6, 3, 3, 7, 3, 3, 2]);

    // The search of a table is exact where the report's was not.
    let board_3 = tables.sections[0].rows.iter().find(|row| row.label == ["3", "3"]).unwrap();
    let value = board_3.figures.iter().find(|figure| figure.name == "value").unwrap();
    assert_eq!(value.ours[0].value, Value::Pawns(2.0));

    // A fact that is not met is named.
    let mut wrong = tables.clone();
    let minimax = &mut wrong.sections[0].rows[2].figures[0];
    *minimax = Figure::exact(minimax.name, Value::Count(9_322), "minimax", Value::Count(9_321));
    assert_eq!(wrong.wrong(), ["P 1 3: minimax calls"]);
    assert_eq!(wrong.check(), Err("not as published: P 1 3: minimax calls".to_owned()));
    assert!(wrong.text().contains("✗ WRONG"));
    assert!(wrong.text().contains("an exact figure that is met: 42 of 43"));

    let text = tables.text();
    // Each count has a mark of its own: more, and no more.
    let alphabeta = text.lines().find(|line| line.starts_with("3      3 ")).unwrap();
    assert!(alphabeta.contains("8,392      9,318  > more    1,412  ≤"), "{alphabeta}");
    assert!(text.contains("whole tree                  8            8  †"), "{text}");
    assert!(text.contains("206,603    206,603  ✓"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&tables.json()).unwrap();
    assert_eq!(json["wrong"], serde_json::json!([]));
    assert_eq!(json["sections"][0]["rows"][3]["figures"][0]["published"], 206_603);
}
