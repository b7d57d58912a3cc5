import type { Column } from '../../../columns/column.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { SectionData } from '../../../state/core/sections.ts';
import type { State } from '../../../state/core/state.ts';
import type { Observed } from '../../../state/list/observed.ts';
import type { Segment } from '../../components/compose-line.ts';
import { type ListSection, listSection } from '../../sections/list-section.ts';
import { missingRows, notSampledText, staleSegments } from '../../sections/sampled-text.ts';
import type { Section } from '../../sections/section.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import type { ObservedKind, ObservedList } from './observed-list.ts';
import { type ProcessRow, processOf, withKnownProcess } from './process-column.ts';

export interface ObservedSection<Item, Slice extends ObservedList<Item>>
	extends Pick<ListSection<Observed<Item>>, 'id' | 'title' | 'hotkey' | 'noun' | 'queries' | 'below'> {
	readonly data: SectionData<Slice>;
	readonly kind: ObservedKind<Item>;
	readonly columns: readonly Column<Observed<Item>>[];
	readonly commands?: Section['commands'];
	/** Returns a summary above the list, in lines. Sanitized. */
	readonly summary?: (slice: Slice) => readonly string[];
}

/** Makes the section of a list that is sampled repeatedly, with its changes and a summary. */
export function observedSection<Item extends ProcessRow, Slice extends ObservedList<Item>>({
	data,
	commands = [],
	summary = () => [],
	...section
}: ObservedSection<Item, Slice>): Section {
	const { noun } = section;
	const linesOf = (state: State): readonly string[] => {
		const { unavailable } = data.of(state);
		return [...summary(data.of(state)), ...(unavailable === '' ? [] : [sanitize(unavailable, 300)])];
	};
	return listSection({
		...section,
		commands,
		rows: {
			of: (state) => data.of(state).rows,
			put: (state, rows) => data.put(state, { ...data.of(state), rows }),
		},
		message: (state) => notSampledText(`its ${noun}s`, data.of(state)) ?? noneText(noun, data.of(state)),
		missing: (state) => missingRows(noun, data.of(state)),
		text: (state) => {
			const { failure } = data.of(state);
			const stale = staleSegments(data.of(state), state.now).flatMap((line) => line.map(({ text }) => text));
			return { id: failure?.kind ?? '', lines: [...stale, ...linesOf(state)] };
		},
		above: (state) => [
			...staleSegments(data.of(state), state.now),
			...linesOf(state).map((text): Segment[] => [{ text }]),
		],
		more: (state) => ({
			columns: withKnownProcess(
				section.columns,
				data.of(state).rows.list.some(({ item }) => processOf(item) !== ''),
			),
		}),
		isStale: (state) => data.of(state).failure !== undefined,
	});
}

/** Returns why the service lists nothing. */
function noneText<Item>(noun: string, { rows, unavailable }: ObservedList<Item>): SurfaceText | undefined {
	if (rows.list.length > 0) return undefined;
	const why = unavailable === '' ? [] : [sanitize(unavailable, 300)];
	return { id: 'none', lines: [`The service lists no ${noun}s.`, ...why] };
}
