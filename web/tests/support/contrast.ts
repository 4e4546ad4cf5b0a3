// How well letters stand out, as the Web Content Accessibility Guidelines measure it.

import type { Locator } from '@playwright/test';

/** The contrast of an element's letters with what is behind them, once no colour is on its way. Of a background that is
 * no element's own the colour is given, as `#rrggbb`. */
export function contrast(element: Locator, background?: string): Promise<number> {
  return element.evaluate(async (element, background) => {
    await Promise.all(document.getAnimations().map((one) => one.finished.catch(() => undefined)));
    type Colour = [number, number, number, number];
    const parse = (text: string): Colour => {
      const [red = 0, green = 0, blue = 0, alpha = 1] = (text.match(/[\d.]+/g) ?? []).map(Number);
      return [red, green, blue, alpha];
    };
    const over = (top: Colour, below: Colour): Colour => {
      const mix = (index: 0 | 1 | 2): number => top[index] * top[3] + below[index] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const luminance = (colour: Colour): number => {
      const [red, green, blue] = colour.slice(0, 3).map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      }) as [number, number, number];
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const layers: Colour[] = [];
    for (let at: Element | null = element; at; at = at.parentElement) layers.push(parse(getComputedStyle(at).backgroundColor));
    const given = background?.match(/[0-9a-f]{2}/gi)?.map((part) => parseInt(part, 16)) as [number, number, number] | undefined;
    const behind = given ? ([...given, 1] as Colour) : layers.reduceRight((below, layer) => over(layer, below), [255, 255, 255, 1] as Colour);
    const letters = over(parse(getComputedStyle(element).color), behind);
    const [dark, light] = [luminance(letters), luminance(behind)].sort((one, other) => one - other) as [number, number];
    return (light + 0.05) / (dark + 0.05);
  }, background);
}
