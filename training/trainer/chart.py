"""The loss curves as a picture: `python3 -m trainer.chart loss.csv loss.png`."""

import csv
import sys


def draw(table, picture):
    """Draws the table; False if matplotlib is not there."""
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("Agg")
    from matplotlib import pyplot

    with open(table, newline="") as file:
        lines = list(csv.DictReader(file))
    column = {name: [float(line[name]) for line in lines] for name in lines[0]} if lines else {}
    if not column:
        return False
    millions = [positions / 1e6 for positions in column["positions"]]
    figure, left = pyplot.subplots(figsize=(9, 5))
    left.plot(millions, column["train_loss"], label="training", color="tab:blue", linewidth=1)
    left.plot(millions, column["validation_loss"], label="validation", color="tab:orange", linewidth=1.5)
    left.set_xlabel("positions seen, millions")
    left.set_ylabel("mean squared error")
    # The first few are far above the rest and would flatten it.
    tail = column["train_loss"][len(millions) // 20 :] + column["validation_loss"][len(millions) // 20 :]
    margin = 0.05 * (max(tail) - min(tail)) or 1e-4
    left.set_ylim(min(tail) - margin, max(tail) + margin)
    right = left.twinx()
    right.plot(millions, column["learning_rate"], color="tab:gray", linestyle=":", linewidth=1)
    right.set_ylabel("learning rate (dotted)")
    left.legend(loc="upper right")
    figure.tight_layout()
    figure.savefig(picture, dpi=110)
    pyplot.close(figure)
    return True


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("say: python3 -m trainer.chart loss.csv loss.png")
    if not draw(*sys.argv[1:]):
        sys.exit("there is nothing to draw, or matplotlib is not installed")
