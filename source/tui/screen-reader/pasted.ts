import type { InputEvent } from '../terminal/input/events.ts';

/** Minimum of keys in one read that count as pasted. */
const MIN_CHARACTERS = 20;
/** Minimum of different keys among them, because a held key repeats only one. */
const MIN_DISTINCT = 8;

/**
 * Returns the events of one read; text that must have been pasted becomes a paste. Terminals mark pastes only when a
 * sequence enables it, and none is written here. Otherwise the letters of a pasted name would be commands.
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

/** Returns the text of a key, if it has any. */
function typedBy(event: InputEvent): string | undefined {
	if (event.type !== 'key') return undefined;
	if (event.text !== '') return event.text;
	return event.name === 'enter' || event.name === 'tab' ? '\n' : undefined;
}
