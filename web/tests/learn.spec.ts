import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import type { Answer, Message } from '../src/protocol/messages';
import { formulaValues } from '../src/learn/formula';
import { axe } from './support/axe';
import { expect, test, type Page } from './support/page';

// There are two tests a lesson, and none needs another.
test.describe.configure({ mode: 'parallel' });

/** A file each. */
const LESSON_FILES = join(import.meta.dirname, '../../crates/course/lessons');
const LESSONS = readdirSync(LESSON_FILES)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.replace('.md', ''));
const ROOKS = '4k3/8/8/3r4/8/8/3R4/3RK3 w - - 0 1';

async function open(page: Page, lesson: string, query: Record<string, string> = {}): Promise<void> {
  await page.goto(`/learn?${new URLSearchParams({ lesson, ...query }).toString()}`);
  await expect(page.getByTestId('lesson')).toHaveAttribute('data-lesson', lesson);
}

/** What the program says next of a kind. */
function heard<Kind extends Message['type']>(page: Page, kind: Kind): Promise<Extract<Message, { type: Kind }>> {
  return page.evaluate(
    (wanted) =>
      new Promise((done) => {
        const heard = (globalThis as unknown as { heard: ((message: { type: string }) => void)[] }).heard;
        heard.push((message) => message.type === wanted && done(message as never));
      }),
    kind,
  );
}

test.beforeEach(async ({ page }) => {
  // Every message of the program, whether it comes through a socket or from a worker.
  await page.addInitScript(() => {
    const heard: ((message: unknown) => void)[] = [];
    (globalThis as unknown as { heard: unknown }).heard = heard;
    const parse = JSON.parse.bind(JSON);
    JSON.parse = (text: string, reviver?: Parameters<typeof parse>[1]): unknown => {
      const value: unknown = parse(text, reviver);
      if (typeof value === 'object' && value !== null && 'type' in value) for (const one of heard) one(value);
      return value;
    };
  });
});

/** A step as the page shows it. */
interface Step {
  kind: string;
  part: string;
  node: string;
  text: string;
  /** The numbers of the lines that are marked. */
  lines: number[];
}

/** Steps that are looked at where the first 60 do not show all there is. */
const STEPS: Record<string, number> = { deepening: 200, mtdf: 200, quiescence: 120, mcts: 160 };

/** What the steps of a lesson must show, besides. */
const KINDS: Record<string, string[]> = {
  deepening: ['iteration', 'call', 'kept', 'enter', 'leaf', 'better', 'leave'],
  mtdf: ['iteration', 'call', 'low', 'kept', 'enter', 'leaf', 'leave'],
  quiescence: ['enter', 'standPat', 'next', 'leave'],
  mcts: ['iteration', 'next', 'enter', 'leave'],
  bestfirst: ['iteration', 'next', 'enter', 'leave'],
};

/** Lessons whose trees grow turn by turn. */
const GROWING = ['mcts', 'bestfirst', 'bayes'];

/** Steps forward from the first step, all at once: what each of them shows. */
function stepThrough(tree: Locator, most: number): Promise<Step[]> {
  return tree.evaluate(async (figure, most) => {
    const forward = figure.querySelector<HTMLButtonElement>('[aria-label="Step forward"]');
    const said = figure.querySelector<HTMLElement>('[data-testid="said"]');
    const steps: Step[] = [];
    while (steps.length < most && said?.dataset['kind'] !== undefined) {
      const lines = [...figure.querySelectorAll('[data-testid="pseudocode"] li')];
      const { kind = '', part = '', node = '' } = said.dataset;
      steps.push({ kind, part, node, text: said.innerText, lines: lines.flatMap((line, at) => (line.hasAttribute('aria-current') ? [at] : [])) });
      if (!forward || forward.disabled) break;
      forward.click();
      await new Promise((done) => setTimeout(done));
    }
    return steps;
  }, most);
}

/** The pseudo-code of a lesson's file: for each line its function, and the steps that are its own. */
function codeOf(lesson: string): { part: string; kinds: string[] }[] {
  const text = readFileSync(join(LESSON_FILES, `${lesson}.md`), 'utf8');
  const lines = /```pseudocode\n([^]*?)```/.exec(text)?.[1]?.split('\n').slice(0, -1) ?? [];
  let part = '';
  return lines.map((line) => {
    part = /^function (\w+)/.exec(line)?.[1] ?? part;
    return { part, kinds: line.split('#')[1]?.trim().split(/\s+/) ?? [] };
  });
}

/** At each step the marked lines are those that do what happens, in the function where it happens. */
function checkLines(steps: readonly Step[], code: readonly { part: string; kinds: string[] }[]): void {
  expect(new Set(steps.map((step) => step.kind)).size).toBeGreaterThan(1);
  let before: Step | undefined;
  for (const step of steps) {
    const own = code.flatMap(({ part, kinds }, at) => ((step.part === '' || part === step.part) && kinds.includes(step.kind) ? [at] : []));
    // Whoever enters a function without a line for that begins at its top.
    const wanted = own.length > 0 || step.kind !== 'enter' ? own : [code.findIndex(({ part }) => part === step.part)];
    expect(wanted.length, `${step.kind} in ${step.part}`).toBeGreaterThan(0);
    expect(step.lines, step.text).toEqual(wanted);
    // A leaf is judged before the lines that look at moves, so that these are not marked first.
    const isEntered = before?.kind === 'enter' && before.node === step.node;
    if (step.kind === 'leaf' && !GROWING_KINDS.has(before?.kind ?? '') && isEntered) {
      expect(Math.max(...(before?.lines ?? [])), step.text).toBeLessThanOrEqual(Math.min(...step.lines));
    }
    before = step;
  }
}
const GROWING_KINDS = new Set(['iteration']);

/** Each turn goes down from the root and comes back to it; nobody compares moves as minimax does. */
function checkTurns(steps: readonly Step[]): void {
  const turns = steps.map((step) => step.kind).join(' ').split('iteration').slice(1, -1);
  expect(turns.length).toBeGreaterThan(2);
  for (const turn of turns) expect(turn).toMatch(/^( next)*( enter)( leaf)?( leave)+ $/);
  for (const [index, step] of steps.entries()) {
    expect(step.text).not.toContain('better for');
    if (steps[index + 1]?.kind === 'iteration' && index > 0) expect(step.node, step.text).toBe('0');
  }
}

/** Shows the answer of the exercise on the page, and reads it from what the program says. */
async function solutionOf(page: Page): Promise<Answer> {
  const marking = heard(page, 'marking');
  await page.getByTestId('exercise').getByRole('button', { name: 'Show the answer' }).click();
  const { solution } = await marking;
  await expect(page.getByTestId('marking')).toContainText('The answer:');
  return solution;
}

/** Gives an answer and has it checked, with keys alone: from the form's first field on. */
async function giveByKeys(page: Page, answer: Answer): Promise<void> {
  const form = page.getByTestId('exercise');
  const { keyboard } = page;
  switch (answer.type) {
    case 'choice':
      await form.getByRole('radio').first().focus();
      await keyboard.press('Space');
      for (let at = 0; at < answer.choice; at++) await keyboard.press('ArrowDown');
      break;
    case 'several': {
      const boxes = await form.getByRole('checkbox').count();
      await form.getByRole('checkbox').first().focus();
      for (let at = 0; at < boxes; at++) {
        if (answer.choices.includes(at)) await keyboard.press('Space');
        if (at + 1 < boxes) await keyboard.press('Tab');
      }
      break;
    }
    case 'numbers':
      await form.getByRole('textbox').first().focus();
      for (const [index, number] of answer.numbers.entries()) {
        // Between two fields there may be a button.
        const field = form.getByRole('textbox').nth(index);
        for (let tabs = 0; tabs < 2 && !(await field.evaluate((one) => one === document.activeElement)); tabs++) await keyboard.press('Tab');
        await expect(field).toBeFocused();
        await keyboard.insertText(number?.toLocaleString('en', { maximumFractionDigits: 4 }) ?? '∞');
      }
      break;
    case 'order': {
      const items = form.getByRole('list', { name: 'Your order' }).getByRole('listitem');
      const begun = await items.locator('.item').allInnerTexts();
      for (const [place, item] of answer.order.entries()) {
        const name = begun[item] ?? '';
        const now = await items.locator('.item').allInnerTexts();
        for (let at = now.indexOf(name); at > place; at--) {
          await items.nth(at).getByRole('button', { name: 'earlier' }).focus();
          await keyboard.press('Enter');
          await expect(items.nth(at - 1).locator('.item')).toHaveText(name);
        }
      }
      break;
    }
    case 'node': {
      await form.getByRole('button', { name: 'List' }).focus();
      await keyboard.press('Enter');
      await keyboard.press('Tab');
      const place = (await nodeOrder(page)).indexOf(answer.node);
      for (let row = 0; row < place; row++) {
        await keyboard.press('ArrowDown');
        await expect(form.getByRole('treeitem').nth(row + 1)).toBeFocused();
      }
      if (place === 0) await keyboard.press('Enter');
      await expect(page.getByTestId('chosen-node')).toContainText('Chosen');
    }
  }
  // Past the board to the button.
  for (let count = 0; count < 90; count++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === 'Check') break;
    await keyboard.press('Tab');
  }
  await keyboard.press('Enter');
}

/** Gives an answer as a person does, with the mouse. */
async function give(page: Page, answer: Answer): Promise<void> {
  const form = page.getByTestId('exercise');
  switch (answer.type) {
    case 'choice':
      await form.getByRole('radio').nth(answer.choice).check();
      break;
    case 'several':
      for (const choice of answer.choices) await form.getByRole('checkbox').nth(choice).check();
      break;
    case 'numbers':
      for (const [index, number] of answer.numbers.entries()) {
        // As the course writes them: 9,322.
        const text = number?.toLocaleString('en', { maximumFractionDigits: 4 });
        await form.getByRole('textbox').nth(index).fill(text ?? '∞');
      }
      break;
    case 'order': {
      // Each item is moved up to its place, the first first.
      const items = form.getByRole('list', { name: 'Your order' }).getByRole('listitem');
      const begun = await items.locator('.item').allInnerTexts();
      for (const [place, item] of answer.order.entries()) {
        const name = begun[item] ?? '';
        const now = await items.locator('.item').allInnerTexts();
        for (let at = now.indexOf(name); at > place; at--) {
          await items.nth(at).getByRole('button', { name: 'earlier' }).click();
          await expect(items.nth(at - 1).locator('.item')).toHaveText(name);
        }
      }
      break;
    }
    case 'node': {
      await form.getByRole('button', { name: 'List' }).click();
      const rows = form.getByRole('treeitem');
      const order = await nodeOrder(page);
      await rows.nth(order.indexOf(answer.node)).click();
      await expect(page.getByTestId('chosen-node')).toContainText('Chosen');
    }
  }
}

/** The numbers of the nodes of the exercise in the order of the list: each before its children. */
async function nodeOrder(page: Page): Promise<number[]> {
  const parents = await page.evaluate(() => (globalThis as unknown as { parents: (number | null)[] }).parents);
  const order: number[] = [];
  const visit = (node: number): void => {
    order.push(node);
    parents.forEach((parent, index) => parent === node && visit(index));
  };
  visit(0);
  return order;
}

async function rememberTree(page: Page): Promise<void> {
  await page.addInitScript(() => {
    (globalThis as unknown as { heard: ((message: { type: string; tree?: { nodes: { parent: number | null }[] } | null }) => void)[] }).heard.push((message) => {
      if (message.type !== 'exercise' || !message.tree) return;
      (globalThis as unknown as { parents: unknown }).parents = message.tree.nodes.map((node) => node.parent);
    });
  });
}

test('all lessons are listed by chapter, and the first is offered', async ({ page }) => {
  await page.goto('/learn');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Learn how chess programs think');
  for (const lesson of LESSONS) await expect(page.getByTestId(`lesson-${lesson}`)).toBeVisible();
  await expect(page.getByTestId('course-progress')).toContainText(`0 of ${LESSONS.length} lessons read, 0 of`);
  expect(await axe(page)).toEqual([]);
  await page.getByTestId('go-on').click();
  await expect(page.getByTestId('lesson')).toBeVisible();
  // What is read is remembered.
  await page.getByTestId('read').check();
  await page.reload();
  await expect(page.getByTestId('read')).toBeChecked();
  await page.goto('/learn');
  await expect(page.getByTestId('course-progress')).toContainText(`1 of ${LESSONS.length} lessons read`);
});

for (const lesson of LESSONS) {
  test(`${lesson}: it is read, stepped through and fits a phone`, async ({ page }) => {
    await open(page, lesson);
    await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty();
    const code = codeOf(lesson);
    for (const tree of await page.getByTestId('live-tree').all()) {
      await tree.scrollIntoViewIfNeeded();
      await expect(tree).toHaveAttribute('aria-busy', 'false');
      const forward = tree.getByRole('button', { name: 'Step forward' });
      if ((await forward.count()) === 0) continue;
      const said = tree.getByTestId('said');
      await expect(tree.locator('canvas, [role="treeitem"]').first()).toBeVisible();
      await tree.getByRole('button', { name: 'First step' }).click();
      const first = await said.innerText();
      await tree.getByRole('button', { name: 'List' }).click();
      await expect(tree.getByRole('treeitem').first()).toContainText('root');
      // The pseudo-code follows.
      const lines = tree.getByTestId('pseudocode').getByRole('listitem');
      const current = tree.locator('[aria-current="step"]');
      const isPaired = (await lines.count()) > 0;
      const steps = await stepThrough(tree, STEPS[lesson] ?? 60);
      expect(new Set(steps.map((step) => step.text)).size, 'steps that say something of their own').toBeGreaterThan(3);
      if (isPaired) checkLines(steps, code);
      else expect(steps.filter((step) => /window|α|cut/.test(step.text)), 'who has no code knows no windows').toEqual([]);
      if (GROWING.includes(lesson)) checkTurns(steps);
      for (const kind of KINDS[lesson] ?? []) expect(steps.map((step) => step.kind), lesson).toContain(kind);
      await tree.getByRole('button', { name: 'First step' }).click();
      await expect(said).toHaveText(first);
      await tree.getByRole('button', { name: 'The end' }).click();
      await tree.getByRole('button', { name: 'Picture' }).click();
      await expect(current).toHaveCount(0);
    }
    expect(await axe(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(over).toBeLessThanOrEqual(0);
    // On a phone, too, a tree is stepped through next to its code, and an exercise has its leaves in sight.
    for (const tree of (await page.getByTestId('live-tree').all()).slice(0, 1)) {
      const forward = tree.getByRole('button', { name: 'First step' });
      if ((await forward.count()) === 0) continue;
      await forward.click();
      await expect(tree.getByTestId('said')).toHaveAttribute('data-node', '0');
    }
    const kinds = page.getByTestId('kinds').getByRole('button');
    for (const kind of await kinds.all()) {
      await kind.click();
      const form = page.getByTestId('exercise');
      await expect(kind).toHaveAttribute('aria-pressed', 'true');
      await expect(form).toHaveAttribute('data-kind', new URL(page.url()).searchParams.get('exercise') ?? '');
      const picture = form.getByRole('application');
      if ((await picture.count()) > 0) await expect(picture).toHaveAttribute('data-whole', 'true');
      const box = await form.getByRole('button', { name: 'Check' }).boundingBox();
      expect(box && box.x >= 0 && box.x + box.width <= 390).toBe(true);
    }
  });

  test(`${lesson}: its exercises are solved`, async ({ page }) => {
    await rememberTree(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await open(page, lesson);
    const kinds = page.getByTestId('kinds').getByRole('button');
    await expect(kinds.first()).toBeVisible();
    const count = await kinds.count();
    expect(count).toBeGreaterThanOrEqual(5);
    for (let index = 0; index < count; index++) {
      await kinds.nth(index).click();
      const form = page.getByTestId('exercise');
      await expect(kinds.nth(index)).toHaveAttribute('aria-pressed', 'true');
      await expect(form).toHaveAttribute('data-kind', new URL(page.url()).searchParams.get('exercise') ?? '');
      await expect(form).toHaveAttribute('data-seed', new URL(page.url()).searchParams.get('seed') ?? '');
      const hint = form.getByRole('button', { name: 'Hint' });
      if (await hint.isEnabled()) {
        await hint.click();
        await expect(page.getByTestId('hints').getByRole('listitem')).toHaveCount(1);
      }
      // Somebody looks at the answer, comes back by the link and gives it.
      const solution = await solutionOf(page);
      await page.reload();
      await expect(form).toHaveAttribute('data-seed', new URL(page.url()).searchParams.get('seed') ?? '');
      // One with the mouse, the next with the keyboard alone.
      if (index % 2 === 0) await giveByKeys(page, solution);
      else {
        await give(page, solution);
        await form.getByRole('button', { name: 'Check' }).click();
      }
      await expect(page.getByTestId('marking')).toHaveAttribute('data-right', 'true');
      await expect(page.getByTestId('announcements')).toHaveText('Right.');
      await expect(kinds.nth(index)).toContainText('solved');
      if (index === 0) expect(await axe(page)).toEqual([]);
    }
    const before = await page.getByTestId('exercise').getAttribute('data-seed');
    await page.getByRole('button', { name: 'Another one' }).click();
    await expect(page.getByTestId('exercise')).not.toHaveAttribute('data-seed', before ?? '');
    await expect(page.getByTestId('marking')).toBeEmpty();
    await page.goto('/learn');
    await expect(page.getByTestId(`lesson-${lesson}`)).toContainText(`${count} of ${count} exercise`);
  });
}

test('an exercise is answered with the keyboard alone', async ({ page }) => {
  await rememberTree(page);
  await open(page, 'minimax', { exercise: 'leaf', seed: '5' });
  const solution = await solutionOf(page);
  await page.reload();
  const form = page.getByTestId('exercise');
  await expect(form).toHaveAttribute('data-seed', '5');
  await form.getByRole('button', { name: 'List' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const place = (await nodeOrder(page)).indexOf(solution.type === 'node' ? solution.node : -1);
  for (let row = 0; row < place; row++) {
    await page.keyboard.press('ArrowDown');
    await expect(form.getByRole('treeitem').nth(row + 1)).toBeFocused();
  }
  await expect(page.getByTestId('chosen-node')).toContainText('Chosen');
  // Past the board to the button.
  for (let count = 0; count < 90; count++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === 'Check') break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await expect(page.getByTestId('announcements')).toHaveText('Right.');
});

test('a wrong answer is said to be wrong, and may be mended', async ({ page }) => {
  await open(page, 'game-tree', { exercise: 'value', seed: '3' });
  const form = page.getByTestId('exercise');
  await form.getByRole('textbox').first().fill('99');
  await form.getByRole('button', { name: 'Check' }).click();
  await expect(page.getByTestId('marking')).toHaveAttribute('data-right', 'false');
  await expect(form.getByRole('textbox').first()).toBeEnabled();
});

test('a link says which exercise is waiting, or that there is no such', async ({ page }) => {
  await open(page, 'alphabeta', { exercise: 'why', seed: '4000000000' });
  const exercise = page.getByTestId('exercise');
  await expect(exercise).toHaveAttribute('data-seed', '4000000000');
  await expect(exercise).not.toBeInViewport();
  await page.getByTestId('waiting').getByRole('button', { name: 'Go to the exercise' }).click();
  await expect(exercise).toBeInViewport();
  await expect(page.getByTestId('kinds').locator(':focus')).toHaveText('Why is it cut?');
  await open(page, 'alphabeta', { exercise: 'nothing' });
  await expect(page.getByRole('region', { name: 'Exercises' }).getByRole('alert')).toContainText('does not have');
  await expect(page.getByTestId('waiting')).toHaveCount(0);
  await expect(exercise).toHaveAttribute('data-kind', 'cut');
});

test('a link with a seed that is none says so', async ({ page }) => {
  for (const seed of ['-1', '4294967296', 'x']) {
    await open(page, 'alphabeta', { exercise: 'cut', seed });
    await expect(page.getByRole('region', { name: 'Exercises' }).getByRole('alert')).toContainText('whole number from 0 to 4294967295');
  }
  await page.getByRole('button', { name: 'Another one' }).click();
  await expect(page.getByRole('region', { name: 'Exercises' }).getByRole('alert')).toHaveCount(0);
});

test('a lesson is printed with all its trees', async ({ page }) => {
  await page.addInitScript(() => (window.print = () => document.body.classList.add('printed')));
  await open(page, 'minimax');
  const trees = page.getByTestId('live-tree');
  await expect(trees.last()).toHaveAttribute('aria-busy', 'true');
  await page.getByRole('button', { name: 'Print the lesson' }).evaluate((button: HTMLElement) => button.click());
  await expect(page.locator('body')).toHaveClass(/printed/);
  for (const tree of await trees.all()) await expect(tree).toHaveAttribute('aria-busy', 'false');
});

test('the same link is the same exercise; a position of one’s own is taken along', async ({ page }) => {
  await open(page, 'minimax', { exercise: 'leaf', seed: '7' });
  const question = page.getByTestId('exercise').locator('.fen');
  const fen = await question.innerText();
  await page.reload();
  await expect(question).toHaveText(fen);
  await page.getByTestId('own-fen').fill('8/8/8');
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect(page.locator('.own .refusal')).not.toBeEmpty();
  await page.getByTestId('own-fen').fill(ROOKS);
  await page.getByRole('button', { name: 'Take', exact: true }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('fen')).toBe(ROOKS);
  await expect(question).toHaveText(ROOKS);
});

test('what a search costs is measured on the position of the reader', async ({ page }) => {
  await open(page, 'alphabeta', { fen: ROOKS });
  await page.getByTestId('measure-depth').selectOption('2');
  await page.getByRole('button', { name: 'Measure' }).click();
  const rows = page.getByTestId('measured').locator('tbody tr');
  await expect(rows).toHaveCount(2);
  const nodes = async (index: number): Promise<number> => Number(await rows.nth(index).locator('[data-nodes]').getAttribute('data-nodes'));
  expect(await nodes(1)).toBeLessThan(await nodes(0));
  // The formulas with the numbers of this position.
  await expect(page.getByTestId('complexity')).toContainText('≈');
});

test('formulas come to what they say', () => {
  expect(formulaValues('b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves, about b^(d/2), if', 40, 3)).toEqual([1600 + 40 - 1, 40 ** 1.5]);
  expect(formulaValues('b^⌈d/2⌉ + b^⌊d/2⌋ − 1 leaves', 43, 1)).toEqual([43]);
  expect(formulaValues('between b^(d/2) and b^d', 9, 3)).toEqual([27, 729]);
  expect(formulaValues('about b^(3d/4), if moves come in random order', 16, 4)).toEqual([4096]);
  expect(formulaValues('b + b^2 + ... + b^d, which is about b^d · b/(b − 1)', 3, 3)).toEqual([39, (27 * 3) / 2]);
  expect(formulaValues('b·d, and the memory of the guesses', 30, 4)).toEqual([120]);
  expect(formulaValues('a few zero-window searches; the finer the evaluation, the more', 30, 4)).toEqual([]);
});

test('a board has its coordinates and says who is to move', async ({ page }) => {
  await open(page, 'rules');
  const board = page.getByTestId('lesson').locator('.board').first();
  await expect(board.locator('coords.files')).toBeVisible();
  await expect(board.locator('coords.ranks')).toBeVisible();
  await expect(board.getByTestId('to-move')).toHaveText(/^(White|Black) to move$/);
});

test('words explain themselves under the mouse and under the keyboard', async ({ page }) => {
  await page.goto('/lab');
  // The counters move down once there is a node to tell of.
  await expect(page.getByTestId('node')).toBeVisible();
  const word = page.getByRole('button', { name: 'Branching factor' });
  const meaning = page.getByRole('tooltip').filter({ hasText: 'How many moves a position has' });
  await expect(meaning).toBeHidden();
  await word.hover();
  await expect(meaning).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(meaning).toBeHidden();
  await word.focus();
  await expect(meaning).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(meaning).toBeHidden();
  // Names stand in full, with the short one behind.
  await expect(page.getByTestId('lab-algorithm').locator('option[value="mn"]')).toHaveText('M&N backup (mn)');
});

test('a sheet has exercises, and its solutions on pages of their own', async ({ page }) => {
  await open(page, 'alphabeta');
  await page.getByRole('link', { name: 'A sheet to print' }).click();
  const sheet = page.getByTestId('sheet');
  await expect(sheet).toHaveAttribute('data-ready', 'true');
  const count = await sheet.locator('.items').first().locator('> li').count();
  expect(count).toBeGreaterThanOrEqual(5);
  // No exercise is about the tree of another, whose answer it would tell.
  const trees = await sheet.locator('.items').first().locator('> li').evaluateAll((items) => items.map((item) => item.querySelector('svg[role="img"]')?.textContent ?? item.textContent));
  expect(new Set(trees).size).toBe(count);
  const solutions = page.getByRole('region', { name: 'Solutions' });
  await expect(solutions.locator('.items > li')).toHaveCount(count);
  expect(await axe(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('navigation', { name: 'Views' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('With solutions').uncheck();
  await expect(solutions).toHaveCount(0);
});
