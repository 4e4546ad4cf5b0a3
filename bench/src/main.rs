use std::time::Instant;
fn cozy(b:&cozy_chess::Board,d:u32)->u64{
    let mut n=0;
    if d==1 { b.generate_moves(|m|{n+=m.len() as u64;false}); return n }
    b.generate_moves(|ms|{ for m in ms { let mut c=b.clone(); c.play_unchecked(m); n+=cozy(&c,d-1);} false});
    n
}
fn main(){
    let quick = std::env::args().any(|a| a=="-q");
    for (fen,d) in [("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",6),("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",5),("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",7),("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",5)]{
        let mut best=f64::MAX; let mut n=0; let mut bestc=f64::MAX; let mut nc=0;
        for _ in 0..3 {
        let t=Instant::now(); n=chess::perft::quick(fen,d); best=best.min(t.elapsed().as_secs_f64());
        if !quick { let b:cozy_chess::Board=fen.parse().unwrap();
        let t=Instant::now(); nc=cozy(&b,d); bestc=bestc.min(t.elapsed().as_secs_f64()); }
        }
        println!("{n} {nc} ours {:.0} M/s cozy {:.0} M/s ratio {:.2}", n as f64/best/1e6, nc as f64/bestc/1e6, (n as f64/best)/(nc as f64/bestc));
    }
}
