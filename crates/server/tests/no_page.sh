#!/bin/sh
# `plywise serve` of a program without the page, given as the first word: it says so and fails.
said=$(timeout 60 "$1" serve --port 0 2>&1)
code=$?
wanted="plywise: the page is not part of this program: build it again without PLYWISE_NO_PAGE"
[ "$code" = 1 ] && [ "$said" = "$wanted" ] && exit 0
echo "serve without the page should fail with 1 and say '$wanted'; it ended with $code and said '$said'"
exit 1
