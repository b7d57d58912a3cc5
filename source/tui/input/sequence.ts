import {
	consoleKey,
	controlSequenceEvent,
	isSingleShiftFinal,
	singleShiftEvent,
} from './control-sequence.ts';
import type { InputEvent, TerminalReply } from './events.ts';
import { characterKey } from './keys.ts';

/** The first unit of some input. */
export type Unit =
	| { readonly kind: 'event'; readonly length: number; readonly event: InputEvent | undefined }
	| { readonly kind: 'reply'; readonly length: number; readonly reply: TerminalReply }
	| { readonly kind: 'paste'; readonly length: number }
	/** It may go on: `reply` says that it is one of the terminal, which may take long. */
	| { readonly kind: 'incomplete'; readonly reply: boolean };

/** What is longer than this is no sequence of a terminal. */
const longest = 4096;

/**
 * Reads the first unit of `input` (not empty). With `final` nothing follows for the moment: what could go on
 * is taken for what it is, so a lone ESC is the escape key. Terminal replies that nobody asked for give no event.
 */
export function readUnit(input: string, final: boolean): Unit {
	if (input[0] !== '\x1b') return character(input, 0, false);
	const alt = input[1] === '\x1b';
	// ESC ESC is alt with a sequence of its own, or two escapes.
	const start = alt ? 2 : 1;
	const kind = input[start];
	if (kind === undefined) return final ? event(1, characterKey('\x1b')) : incomplete;
	if (kind === '[') return controlSequence(input, start + 1, alt, final);
	if (kind === 'O') return singleShift(input, start + 1, alt, final);
	if (alt) return event(1, characterKey('\x1b'));
	if ('P]^_X'.includes(kind)) return controlString(input, final);
	return character(input, 1, true);
}

const incomplete: Unit = { kind: 'incomplete', reply: false };

function event(length: number, event: InputEvent | undefined): Unit {
	return { kind: 'event', length, event };
}

/** One character at `start`, alt if an ESC was before it. */
function character(input: string, start: number, alt: boolean): Unit {
	const text = String.fromCodePoint(input.codePointAt(start) ?? 0);
	return event(start + text.length, characterKey(text, alt));
}

function controlSequence(input: string, start: number, alt: boolean, final: boolean): Unit {
	if (input[start] === '[') {
		const key = input[start + 1];
		if (key === undefined) return final ? event(start + 1, undefined) : incomplete;
		return event(start + 2, consoleKey(key, alt));
	}
	let end = start;
	while (isParameter(input.charCodeAt(end))) end++;
	const parameters = input.slice(start, end);
	// rxvt ends its shifted keys with what is no final character elsewhere.
	if (input[end] === '$' && /^\d+$/.test(parameters))
		return event(end + 1, controlSequenceEvent(parameters, '$', alt));
	while (isIntermediate(input.charCodeAt(end))) end++;
	const last = input[end];
	if (last === undefined) return unfinishedSequence(input, start, alt, final);
	if (last < '@' || last > '~') return event(end, undefined);
	const body = input.slice(start, end);
	if (alt) {
		const key = controlSequenceEvent(body, last, true);
		// Answers, pastes, the mouse and the focus have no alt: it was the escape key, and then one of these.
		return key?.type === 'key' ? event(end + 1, key) : event(1, characterKey('\x1b'));
	}
	const reply = replies.get(body.startsWith('?') ? `?${last}` : body + last);
	if (reply) return { kind: 'reply', length: end + 1, reply };
	if (body === '' && last === 'M') return legacyMouse(input, end + 1, final);
	if (body === '200' && last === '~') return { kind: 'paste', length: end + 1 };
	return event(end + 1, controlSequenceEvent(body, last, false));
}

/** `CSI 0 n`, and `CSI ? flags u` with the flags left out. */
const replies: ReadonlyMap<string, TerminalReply> = new Map([
	['0n', 'alive'],
	['?u', 'keyboard'],
]);

function unfinishedSequence(input: string, start: number, alt: boolean, final: boolean): Unit {
	if (input.length > longest) return event(input.length, undefined);
	if (!final) return { kind: 'incomplete', reply: '0?'.includes(input[start] ?? '-') };
	if (alt) return event(1, characterKey('\x1b'));
	// Nothing but the introducer: alt-[.
	if (input.length === start) return event(start, characterKey('[', true));
	return event(input.length, undefined);
}

function singleShift(input: string, start: number, alt: boolean, final: boolean): Unit {
	const digit = /^[1-9]/.exec(input.slice(start, start + 1))?.[0] ?? '';
	const last = input[start + digit.length];
	if (last === undefined && !final) return incomplete;
	if (last !== undefined && isSingleShiftFinal(last)) {
		return event(start + digit.length + 1, singleShiftEvent(digit, last, alt));
	}
	return alt ? event(1, characterKey('\x1b')) : event(start, characterKey('O', true));
}

/** A reply with text (colours, versions, clipboards): dropped up to its end, BEL or ST. */
function controlString(input: string, final: boolean): Unit {
	for (let end = 2; end < input.length; end++) {
		const code = input.charCodeAt(end);
		if (code === 0x07) return event(end + 1, undefined);
		if (code !== 0x1b) continue;
		if (input[end + 1] === '\\') return event(end + 2, undefined);
		if (input[end + 1] !== undefined) return event(end, undefined);
	}
	if (input.length > longest) return event(input.length, undefined);
	if (!final) return { kind: 'incomplete', reply: input.length > 2 };
	return input.length > 2 ? event(input.length, undefined) : character(input, 1, true);
}

/** The old way to report a mouse: three characters that must not become keys. */
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
