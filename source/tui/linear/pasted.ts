import type { InputEvent } from '../input/events.ts';

/** Keys that come in one read, at least, when they were pasted and not pressed. */
const fewest = 20;
/** Different ones among them, at least: a key that is held has one. */
const fewestDifferent = 8;

/**
 * What came in one read, as a paste if it can be nothing else. Terminals mark pastes only when they are asked to by a
 * sequence, and here none is written; without this the letters of a pasted name would be commands.
 */
export function asPaste(events: readonly InputEvent[]): readonly InputEvent[] {
	if (events.length < fewest) return events;
	const texts = events.map((event) => {
		if (event.type !== 'key') return undefined;
		if (event.text !== '') return event.text;
		return event.name === 'enter' || event.name === 'tab' ? '\n' : undefined;
	});
	if (texts.includes(undefined) || new Set(texts).size < fewestDifferent) return events;
	return [{ type: 'paste', text: texts.join('') }];
}
