"""The page and the plots of a study."""

from tertium.report.study.plots import study_plots
from tests.meta.samples import study


def test_plots_are_png_and_svg_of_each_sort() -> None:
    pictures = dict(study_plots(study()))
    assert len(pictures) == 2 * 5
    for name, content in pictures.items():
        assert set(name) <= set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.+-")
        assert content.startswith(b"\x89PNG" if name.endswith(".png") else b"<?xml")
    assert dict(study_plots(study())) == pictures
