import type { State } from '../../../state/core/state.ts';
import type { OwnRow, OwnRows } from '../../../state/market/own-rows.ts';
import { withFlashes } from '../../sections/flash.ts';
import { type ListDeclaration, listSection } from '../../sections/list-section.ts';
import { sampledParts } from '../../sections/sampled-text.ts';
import type { Section } from '../../sections/section.ts';
import { noDataText } from './absence.ts';

/** Minimum share of the flexible column: the values are more important than long names. */
export const MIN_SHARE = 0.1;

interface OwnSection<Row extends OwnRow<unknown>> extends ListDeclaration<Row> {
	readonly data: (state: State) => OwnRows<unknown>;
	/** Shown if the service lists none. */
	readonly none: readonly string[];
	/** Returns why the service does not have this list although it has a market. */
	readonly absent?: (state: State) => readonly string[] | undefined;
	/** Returns the visible rows with values that depend on the time. */
	readonly timed?: (rows: readonly Row[], now: number) => readonly Row[];
}

/** Makes the section of a list of the user, with highlighted changes. */
export function ownSection<Row extends OwnRow<unknown>>({
	data,
	none,
	absent,
	timed = (rows) => rows,
	...section
}: OwnSection<Row>): Section {
	const { noun, rows } = section;
	return listSection<Row>({
		...section,
		...sampledParts(noun, data),
		message: (state) => {
			const { at, failure, list } = data(state);
			const lines = at === undefined && failure?.kind === 'absent' ? absent?.(state) : undefined;
			if (lines) return { id: 'absent', lines };
			return (
				noDataText(`your ${noun}s`, data(state)) ??
				(list.length > 0 ? undefined : { id: 'none', lines: none })
			);
		},
		more: (state) => ({
			share: MIN_SHARE,
			rows: withFlashes(timed(rows.of(state).view, state.now), state.now),
		}),
	});
}
