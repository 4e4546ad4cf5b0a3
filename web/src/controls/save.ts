// What leaves the page: texts for the clipboard, files for the folder of downloads.

import { tell } from '../announce.svelte';

export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell('Copied.');
  } catch {
    tell('This browser does not let the page copy; select the text and copy it yourself.', true);
  }
}

export function saveFile(name: string, content: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
