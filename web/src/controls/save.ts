// What leaves the page: texts for the clipboard, files for the folder of downloads.

import { tell } from '../announce.svelte';

/** Copies, and says so; false, with a sentence, where the browser does not let the page copy. */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await write(text);
  if (isCopied) tell('Copied.');
  else tell('This browser does not let the page copy; select the text and copy it yourself.', true);
  return isCopied;
}

/** Puts a text on the clipboard; false where the browser refuses. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // A page without HTTPS, as a class room has it, has no such clipboard: there is an older way.
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.className = 'unseen';
  const focused = document.activeElement;
  // What is outside an open window cannot be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  // No other way is there without HTTPS; browsers go on to support it.
  const isCopied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return isCopied;
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
