//! The reports' tables, reproduced.

use lab::tables::{Tables, Value, Verdict};

#[test]
fn every_fact_is_met() {
    let tables = Tables::run();
    assert_eq!(tables.wrong(), Vec::<String>::new());
    let verdicts: Vec<Verdict> =
        tables.sections.iter().flat_map(|section| section.figures()).map(|f| f.verdict).collect();
    let facts = verdicts.iter().filter(|verdict| matches!(verdict, Verdict::Exact(_))).count();
    assert!(facts >= 40, "{facts}");
    // Those that need more are explained in the notes: Q's column of another
    // position, and T's of another depth.
    let more = verdicts.iter().filter(|&&verdict| verdict == Verdict::NoMore(false)).count();
    assert!(more <= 3, "{more} counts are larger than published");

    // Every table of every report is there.
    let letters: String = tables.sections.iter().map(|section| section.report).collect();
    assert_eq!(letters, "PPQQQTTAJJ");
    let rows: Vec<usize> = tables.sections.iter().map(|section| section.rows.len()).collect();
    assert_eq!(rows, [12, 8, 6, 6, 6, 3, 3, 7, 3, 2]);

    // The search of a table is exact where the report's was not.
    let board_3 = tables.sections[0].rows.iter().find(|row| row.label == ["3", "3"]).unwrap();
    let value = board_3.figures.iter().find(|figure| figure.name == "value").unwrap();
    assert_eq!(value.ours, [("ours".to_owned(), Value::Pawns(2.0))]);

    // A fact that is not met is named.
    let mut tampered = tables.clone();
    tampered.sections[0].rows[2].figures[0].verdict = Verdict::Exact(false);
    assert_eq!(tampered.wrong(), ["P 1 3: minimax calls"]);
    assert!(tampered.text().contains("✗ WRONG"));

    let text = tables.text();
    assert!(text.contains("206,603    206,603  ✓"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&tables.json()).unwrap();
    assert_eq!(json["wrong"], serde_json::json!([]));
    assert_eq!(json["sections"][0]["rows"][3]["figures"][0]["published"], 206_603);
}
