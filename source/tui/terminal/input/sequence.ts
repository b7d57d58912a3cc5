import { beginsColorReply, colorReplyOf, isInColorReply } from './color-reply.ts';
import {
	consoleKey,
	controlSequenceEvent,
	isSingleShiftFinal,
	singleShiftEvent,
} from './control-sequence.ts';
import type { InputEvent, TerminalReply } from './events.ts';
import { characterKey } from './keys.ts';

/** The first unit of some input. */
type Unit =
	| { readonly kind: 'event'; readonly length: number; readonly event: InputEvent | undefined }
	| { readonly kind: 'reply'; readonly length: number; readonly reply: TerminalReply }
	| { readonly kind: 'paste'; readonly length: number }
	/** It may continue. `as`: a reply of the terminal may take longer than a key, one with a color even more. */
	| { readonly kind: 'incomplete'; readonly as: 'key' | 'reply' | 'color' };

/** Maximum length of a terminal sequence. */
export const MAX_SEQUENCE = 4096;

/**
 * Reads the first unit of `input` (not empty). With `final` nothing follows for now, so incomplete input is decoded as
 * it is: a lone ESC is the escape key. Unrequested terminal replies give no event.
 */
export function readUnit(input: string, final: boolean): Unit {
	if (input[0] !== '\x1b') return character(input, 0, false);
	const kind = input[1];
	if (kind === undefined) return final ? event(1, characterKey('\x1b')) : incomplete;
	if (kind === '\x1b') return afterEscape(input, final);
	if (kind === '[') return controlSequence(input, 2, final);
	if (kind === 'O') return singleShift(input, 2, final);
	if ('P]^_X'.includes(kind)) return controlString(input, final);
	return character(input, 1, true);
}

/** Sequences of keys. Replies, pastes, mouse and focus have other final characters. */
const likeKey = /^\x1b\[[\d;:]*[~^$@A-HJ-LP-QSZu]$/;

/**
 * Reads ESC ESC: a key with alt if a key follows. Otherwise it is the escape key before a sequence that the terminal
 * sends by itself.
 */
function afterEscape(input: string, final: boolean): Unit {
	const lone = event(1, characterKey('\x1b'));
	if (input[2] === undefined) return final ? lone : incomplete;
	if (!'[O'.includes(input[2])) return lone;
	const unit = readUnit(input.slice(1), final);
	if (unit.kind === 'incomplete') return unit;
	// Up to two characters it is alt-[ or alt-O: again two keys.
	if (unit.kind !== 'event' || unit.length <= 2) return lone;
	const key = unit.event;
	if (key?.type === 'key') return event(unit.length + 1, { ...key, alt: true, text: '' });
	const isUnknownKey = key === undefined && likeKey.test(input.slice(1, unit.length + 1));
	return isUnknownKey ? event(unit.length + 1, undefined) : lone;
}

const incomplete: Unit = { kind: 'incomplete', as: 'key' };

function event(length: number, event: InputEvent | undefined): Unit {
	return { kind: 'event', length, event };
}

/** Returns the character at `start`, with alt if an ESC was before it. */
function character(input: string, start: number, alt: boolean): Unit {
	const text = String.fromCodePoint(input.codePointAt(start) ?? 0);
	return event(start + text.length, characterKey(text, alt));
}

function controlSequence(input: string, start: number, final: boolean): Unit {
	if (input[start] === '[') {
		const key = input[start + 1];
		if (key === undefined) return final ? event(start + 1, undefined) : incomplete;
		return event(start + 2, consoleKey(key));
	}
	let end = start;
	while (isParameter(input.charCodeAt(end))) end++;
	const parameters = input.slice(start, end);
	// rxvt ends its shifted keys with a character that is not final elsewhere.
	if (input[end] === '$' && /^\d+$/.test(parameters))
		return event(end + 1, controlSequenceEvent(parameters, '$'));
	while (isIntermediate(input.charCodeAt(end))) end++;
	const last = input[end];
	if (last === undefined) return unfinishedSequence(input, start, final);
	if (last < '@' || last > '~') return event(end, undefined);
	const body = input.slice(start, end);
	const reply = replies.get(body.startsWith('?') ? `?${last}` : body + last);
	if (reply) return { kind: 'reply', length: end + 1, reply };
	if (body === '' && last === 'M') return legacyMouse(input, end + 1, final);
	if (body === '200' && last === '~') return { kind: 'paste', length: end + 1 };
	return event(end + 1, controlSequenceEvent(body, last));
}

/** `CSI 0 n`, and `CSI ? flags u` with the flags left out. */
const replies: ReadonlyMap<string, TerminalReply> = new Map([
	['0n', 'alive'],
	['?u', 'keyboard'],
]);

function unfinishedSequence(input: string, start: number, final: boolean): Unit {
	if (input.length > MAX_SEQUENCE) return event(input.length, undefined);
	if (!final) return { kind: 'incomplete', as: '0?'.includes(input[start] ?? '-') ? 'reply' : 'key' };
	// Only the introducer: alt-[.
	if (input.length === start) return event(start, characterKey('[', true));
	return event(input.length, undefined);
}

function singleShift(input: string, start: number, final: boolean): Unit {
	const digit = /^[1-9]/.exec(input.slice(start, start + 1))?.[0] ?? '';
	const last = input[start + digit.length];
	if (last === undefined && !final) return incomplete;
	if (last !== undefined && isSingleShiftFinal(last)) {
		return event(start + digit.length + 1, singleShiftEvent(digit, last));
	}
	return event(start, characterKey('O', true));
}

/**
 * Reads a reply with text. Colors are reported; versions and clipboards are dropped up to their end, BEL or ST. A
 * broken reply with a color is dropped up to its end too. Without an end, it ends at the first character that cannot
 * belong to it, which is then a key.
 */
function controlString(input: string, final: boolean): Unit {
	const isColor = beginsColorReply(input);
	for (let end = 2; end < input.length; end++) {
		const code = input.charCodeAt(end);
		if (code === 0x07) return completeString(input, end + 1);
		if (isColor && code !== 0x1b && !isInColorReply(input[end] ?? ''))
			return event(endOfString(input, end) ?? end, undefined);
		if (code !== 0x1b) continue;
		if (input[end + 1] === '\\') return completeString(input, end + 2);
		if (input[end + 1] !== undefined) return event(end, undefined);
	}
	// One with a color may be as long as it likes: the decoder keeps only its beginning.
	if (input.length > MAX_SEQUENCE && !isColor) return event(input.length, undefined);
	if (!final) return { kind: 'incomplete', as: isColor ? 'color' : input.length > 2 ? 'reply' : 'key' };
	return input.length > 2 ? event(input.length, undefined) : character(input, 1, true);
}

/** Returns the length of input up to the next BEL or ST from `from` on; undefined if there is none in a sequence's length. */
function endOfString(input: string, from: number): number | undefined {
	const end = /\x07|\x1b\\/.exec(input.slice(from, from + MAX_SEQUENCE));
	return end ? from + end.index + end[0].length : undefined;
}

function completeString(input: string, length: number): Unit {
	const reply = colorReplyOf(input.slice(0, length));
	return reply ? { kind: 'reply', length, reply } : event(length, undefined);
}

/** Reads the legacy mouse report: three characters that must not become keys. */
function legacyMouse(input: string, start: number, final: boolean): Unit {
	if (input.length >= start + 3) return event(start + 3, undefined);
	return final ? event(input.length, undefined) : incomplete;
}

function isParameter(code: number): boolean {
	return code >= 0x30 && code < 0x40;
}

function isIntermediate(code: number): boolean {
	return code >= 0x20 && code < 0x30;
}
