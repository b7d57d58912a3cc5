import type { InputEvent } from '../keyboard/input/events.ts';

/** Keys in one read, at least, when they were pasted and not pressed. */
const MIN_CHARACTERS = 20;
/** Different ones among them, at least: a key that is held has one. */
const MIN_DISTINCT = 8;

/**
 * What came in one read, with what can only have been pasted as a paste. Terminals mark pastes when they are asked to
 * by a sequence, and here none is written; without this the letters of a pasted name would be commands.
 */
export function findPastes(events: readonly InputEvent[]): readonly InputEvent[] {
	const found: InputEvent[] = [];
	let run: InputEvent[] = [];
	for (const event of events) {
		if (typedBy(event) !== undefined) run.push(event);
		else {
			found.push(...asPaste(run), event);
			run = [];
		}
	}
	return [...found, ...asPaste(run)];
}

function asPaste(run: readonly InputEvent[]): readonly InputEvent[] {
	if (run.length < MIN_CHARACTERS) return run;
	const texts = run.map(typedBy);
	return new Set(texts).size < MIN_DISTINCT ? run : [{ type: 'paste', text: texts.join('') }];
}

/** The text that a key stands for, if it stands for any. */
function typedBy(event: InputEvent): string | undefined {
	if (event.type !== 'key') return undefined;
	if (event.text !== '') return event.text;
	return event.name === 'enter' || event.name === 'tab' ? '\n' : undefined;
}
