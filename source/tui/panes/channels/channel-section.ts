import type { Failure } from '../../../state/connection/connection.ts';
import type { Sampled } from '../../../state/connection/sampled.ts';
import type { State } from '../../../state/core/state.ts';
import type { Segment } from '../../components/compose-line.ts';
import { type ChangingRow, withFlashes } from '../../sections/flash.ts';
import { type ListDeclaration, type ListSection, listSection } from '../../sections/list-section.ts';
import { missingRows, staleSegments, textOfLines } from '../../sections/sampled-text.ts';
import type { Section } from '../../sections/section.ts';

/** Minimum share of the flexible column. */
const MIN_SHARE = 0.25;

interface ChannelSection<Row extends ChangingRow>
	extends ListDeclaration<Row>,
		Pick<ListSection<Row>, 'message' | 'isSelectable'> {
	/** Returns the condition of its data; undefined if events alone report them. */
	readonly sampled: (state: State) => Sampled | undefined;
	/** Returns the line above the rows; '' for none. Sanitized. */
	readonly heading?: (state: State) => string;
	/** Returns the visible rows with values that depend on the time. */
	readonly timed?: (rows: readonly Row[], now: number) => readonly Row[];
}

/** Makes a section of the channels pane, with highlighted changes. */
export function channelSection<Row extends ChangingRow>({
	sampled,
	heading = () => '',
	timed = (rows) => rows,
	...section
}: ChannelSection<Row>): Section {
	const { noun, rows } = section;
	const above = (state: State): readonly (readonly Segment[])[] => {
		const text = heading(state);
		const lead: readonly Segment[][] = text === '' ? [] : [[{ text, token: 'heading' }]];
		return [...lead, ...staleSegments(failing(sampled(state)), state.now)];
	};
	return listSection<Row>({
		...section,
		missing: (state) => {
			const data = sampled(state);
			return data && rows.of(state).list.length === 0 ? missingRows(noun, data) : undefined;
		},
		text: (state) => ({
			id: `${heading(state)} ${failing(sampled(state)).failure?.kind ?? ''}`.trim(),
			lines: textOfLines(above(state)),
		}),
		above,
		isFitted: true,
		more: (state) => ({
			share: MIN_SHARE,
			rows: withFlashes(timed(rows.of(state).view, state.now), state.now),
		}),
		isStale: (state) => failing(sampled(state)).failure !== undefined,
	});
}

/** Returns a condition without the failure of an endpoint that the service does not have. */
function failing(sampled: Sampled | undefined): Sampled {
	const failure: Failure | undefined = sampled?.failure?.kind === 'absent' ? undefined : sampled?.failure;
	return { at: sampled?.at, failure };
}
