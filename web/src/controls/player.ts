// Players as they are ordered: texts such as `level:3` or `alphabeta:depth=4,eval=phased`.

import type { AlgorithmCard, House, PlayerCard } from '../protocol/messages';

export type PlayerKind = 'level' | 'adaptive' | 'champion' | 'search' | 'engine';

/** A player while somebody chooses one. */
export interface PlayerChoice {
  kind: PlayerKind;
  level: number;
  /** The taste of a level; empty for none in particular. */
  character: string;
  algorithm: string;
  eval: string;
  depth: number;
  /** The order of moves; empty for the algorithm's own. */
  order: string;
  /** An engine that the server was started with, as it is ordered. */
  engine: string;
}

export function firstChoice(kind: PlayerKind): PlayerChoice {
  return { kind, level: 4, character: '', algorithm: 'alphabeta', eval: 'pst', depth: 3, order: '', engine: '' };
}

/** Whether something that was kept is a choice, and one that this server offers. */
export function isPlayable(choice: unknown, house: House): choice is PlayerChoice {
  if (typeof choice !== 'object' || choice === null) return false;
  const { kind, level, character, algorithm, eval: evaluation, depth, order, engine } = choice as Partial<PlayerChoice>;
  return (
    (kind === 'level' || kind === 'adaptive' || kind === 'champion' || kind === 'search' || (kind === 'engine' && enginesOf(house).some((one) => one.player === engine))) &&
    house.levels.some((one) => one.number === level) &&
    (character === undefined || character === '' || house.characters.some((one) => one.name === character)) &&
    house.algorithms.some((one) => one.name === algorithm) &&
    house.evaluations.some((one) => one.name === evaluation) &&
    typeof depth === 'number' &&
    depth >= 1 &&
    depth <= house.most.depth &&
    typeof order === 'string' &&
    (engine === undefined || typeof engine === 'string')
  );
}

/** The engines that the server was started with. */
export function enginesOf(house: House): PlayerCard[] {
  return house.players.filter((one) => one.player.startsWith('engine:'));
}

/** What an engine is called: the name that it was given on the command line. */
export function engineName(player: string): string {
  return player.replace(/^engine:/, '');
}

/** The algorithm of that name. */
export function cardOf(house: House, name: string): AlgorithmCard | undefined {
  return house.algorithms.find((card) => card.name === name);
}

/** The choice as the server reads it. */
export function orderText(choice: PlayerChoice, house: House): string {
  switch (choice.kind) {
    case 'champion':
      return 'champion';
    case 'engine':
      return choice.engine;
    case 'adaptive':
      return 'adaptive';
    case 'level': {
      const level = house.levels.find((level) => level.number === choice.level);
      if (level && choice.character) return `champion:elo=${level.rating},character=${choice.character}`;
      return level?.player ?? `level:${choice.level}`;
    }
    case 'search': {
      const card = cardOf(house, choice.algorithm);
      if (!card || card.kind === 'random') return choice.algorithm;
      const options = [`depth=${choice.depth}`, `eval=${choice.eval}`];
      if (choice.order && card.orders.includes(choice.order)) options.push(`order=${choice.order}`);
      return `${choice.algorithm}:${options.join(',')}`;
    }
  }
}

/** What a computer is called: a level by its number, whatever it was ordered as; others as they are written. */
export function playerName(player: string, house: House | undefined): string {
  const level = house?.levels.find((one) => one.player === player);
  if (level) return `Level ${level.number}`;
  if (player === 'champion') return 'Champion';
  const rated = /^champion:elo=(\d+)(?:,character=(\w+))?$/.exec(player);
  if (rated) {
    const title = house?.characters.find((one) => one.name === rated[2])?.title ?? 'Plywise';
    return `${title}, ${rated[1]}`;
  }
  // Another program, as a kept game names it: by its file, without folders and options.
  return player.startsWith('uci:') ? (player.slice(4).split(',')[0]?.split(/[\\/]/).at(-1) ?? player) : engineName(player);
}

/** How strong a level is; nothing for players who have no rating, or have it in their name. */
export function ratingOf(player: string, house: House | undefined): number | undefined {
  return house?.levels.find((one) => one.player === player)?.rating;
}

/** Words to look for, with players and results as the server calls them: people look for what they read. */
export function soughtText(text: string, house: House | undefined): string {
  const level = (words: string, number: string) => house?.levels.find((one) => one.number === Number(number))?.player ?? words;
  return text
    .replace(/\blevel\s+(\d+)\b/gi, level)
    .replace(/\btwo\s+people\b/gi, 'human–human')
    .replace(/\byou\b/gi, 'human')
    .replace(/\bgo(?:es)?\s+on\b/gi, '*')
    .replace(/\b(?:draws?|drawn)\b/gi, '1/2-1/2')
    .replace(/½([–-]½)?/g, '1/2')
    .replace(/\b([01])[–−]([01])\b/g, '$1-$2')
    .replace(/\b(\d{4})-(\d\d)-(\d\d)\b/g, '$1.$2.$3')
    .replace(/\b(\d{1,2})[.]?\s+(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\b/gi, byDay)
    .replace(/\b(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\s+(\d{1,2})\b/gi, (words, month: string, day: string) => byDay(words, day, month));
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** A day as the cards show it, written as games have it. */
function byDay(_words: string, day: string, month: string): string {
  const number = MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  return `.${String(number).padStart(2, '0')}.${day.padStart(2, '0')}`;
}

/** Who plays whom. */
export function playersText(white: string, black: string, house: House | undefined): string {
  if (white === 'human' && black === 'human') return 'Two people';
  const [one, other] = [white, black].map((player) => (player === 'human' ? 'You' : playerName(player, house)));
  return `${one} – ${other}`;
}
