// Sounds made on the spot, so that none has to be loaded.

import { settings } from './settings.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end';

let context: AudioContext | undefined;

/** Plays a sound, unless sounds are silenced or the browser has none. */
export function play(sound: Sound): void {
  if (!settings.sound || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  // Browsers hold sound back until a person has done something; then it is too late for this one.
  if (context.state === 'suspended') {
    void context.resume();
    if (!navigator.userActivation?.hasBeenActive) return;
  }
  const now = context.currentTime;
  switch (sound) {
    case 'move':
      knock(context, now, 190, 0.32);
      break;
    case 'capture':
      knock(context, now, 150, 0.42);
      knock(context, now + 0.045, 260, 0.22);
      break;
    case 'check':
      knock(context, now, 190, 0.32);
      tone(context, now + 0.03, 660, 0.16, 0.09);
      break;
    case 'end':
      tone(context, now, 392, 0.35, 0.1);
      tone(context, now + 0.16, 523.25, 0.5, 0.1);
      break;
  }
}

/** Wood on wood: a short burst of noise through a resonance. */
function knock(audio: AudioContext, at: number, pitch: number, loudness: number): void {
  const length = 0.09;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < samples.length; index++) {
    const decay = Math.exp(-index / (audio.sampleRate * 0.012));
    samples[index] = (Math.random() * 2 - 1) * decay;
  }
  const source = audio.createBufferSource();
  source.buffer = buffer;
  const filter = audio.createBiquadFilter();
  filter.type = 'bandpass';
  filter.frequency.value = pitch * 4;
  filter.Q.value = 1.4;
  const volume = audio.createGain();
  volume.gain.value = loudness;
  source.connect(filter).connect(volume).connect(audio.destination);
  source.start(at);
}

/** A soft bell. */
function tone(audio: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const oscillator = audio.createOscillator();
  oscillator.type = 'sine';
  oscillator.frequency.value = pitch;
  const volume = audio.createGain();
  volume.gain.setValueAtTime(0, at);
  volume.gain.linearRampToValueAtTime(loudness, at + 0.012);
  volume.gain.exponentialRampToValueAtTime(0.0001, at + length);
  oscillator.connect(volume).connect(audio.destination);
  oscillator.start(at);
  oscillator.stop(at + length);
}

/** The sound of a move as it is written: mate and check and captures are in the notation. */
export function playMove(san: string, isOver: boolean): void {
  if (isOver) play('end');
  else if (san.includes('+') || san.includes('#')) play('check');
  else if (san.includes('x')) play('capture');
  else play('move');
}
