import { sanitize } from '../../format/sanitize.ts';
import type { Sampled } from '../../state/connection/sampled.ts';
import type { State } from '../../state/core/state.ts';
import type { Segment } from '../components/compose-line.ts';
import type { SurfaceText } from '../surfaces/surface.ts';
import { staleLine, waitingLines } from '../surfaces/waiting-text.ts';

/** Returns why there is no data: it is loading, or its request failed; undefined after the first sample. */
export function notSampledText(what: string, { at, failure }: Sampled): SurfaceText | undefined {
	if (at !== undefined) return undefined;
	const id = `waiting ${failure?.kind}`;
	if (failure?.kind !== 'absent') return { id, lines: waitingLines(what, failure) };
	return { id, lines: [`This service does not report ${what}.`, sanitize(failure.hint, 300)] };
}

export const missingRowsText = {
	loading: (noun: string) => `The ${noun}s are still loading.`,
	failed: (noun: string) => `The ${noun}s could not be loaded.`,
} as const;

/** Returns why rows are missing before the first sample; undefined after it. */
export function missingRows(noun: string, { at, failure }: Sampled): string | undefined {
	if (at !== undefined) return undefined;
	return failure ? missingRowsText.failed(noun) : missingRowsText.loading(noun);
}

/** Returns lines without their styles. */
export function textOfLines(lines: readonly (readonly Segment[])[]): readonly string[] {
	return lines.flatMap((line) => line.map(({ text }) => text));
}

/** Returns the parts of a section about its data: why rows are missing, and the age of stale ones above the list. */
export function sampledParts(noun: string, sampled: (state: State) => Sampled) {
	const above = (state: State) => staleSegments(sampled(state), state.now);
	const failureOf = (state: State) => sampled(state).failure;
	return {
		missing: (state: State) => missingRows(noun, sampled(state)),
		above,
		text: (state: State): SurfaceText => ({
			id: failureOf(state)?.kind ?? '',
			lines: textOfLines(above(state)),
		}),
		isStale: (state: State) => failureOf(state) !== undefined,
	};
}

/** Returns a line with the age of the data while its requests fail; none while they succeed. */
export function staleSegments({ at, failure }: Sampled, now: number): readonly (readonly Segment[])[] {
	const text = staleLine(failure, at, now);
	return text === undefined ? [] : [[{ text, token: 'bad' }]];
}
