import type { Column } from '../../../columns/column.ts';
import { sanitize } from '../../../format/sanitize.ts';
import type { State } from '../../../state/core/state.ts';
import type { Observed } from '../../../state/list/observed.ts';
import type { SectionData } from '../../../state/surfaces/sections.ts';
import type { Segment } from '../../components/compose-line.ts';
import { type ListSection, listSection } from '../../sections/list-section.ts';
import { notSampledText, sampledParts } from '../../sections/sampled-text.ts';
import type { Section } from '../../sections/section.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';
import type { ObservedKind, ObservedList } from './observed-list.ts';
import { type ProcessRow, processOf, withKnownProcess } from './process-column.ts';

interface ObservedSection<Item, Slice extends ObservedList<Item>>
	extends Pick<
		ListSection<Observed<Item>>,
		'id' | 'title' | 'hotkey' | 'noun' | 'queries' | 'below' | 'commands'
	> {
	readonly data: SectionData<Slice>;
	readonly kind: ObservedKind<Item>;
	readonly columns: readonly Column<Observed<Item>>[];
	/** Returns a summary above the list, in lines. Sanitized. */
	readonly summary?: (slice: Slice) => readonly string[];
}

/** Makes the section of a list that is sampled repeatedly, with its changes and a summary. */
export function observedSection<Item extends ProcessRow, Slice extends ObservedList<Item>>({
	data,
	summary = () => [],
	...section
}: ObservedSection<Item, Slice>): Section {
	const { noun } = section;
	const sampled = sampledParts(noun, data.of);
	const linesOf = (state: State): readonly string[] => {
		const { unavailable } = data.of(state);
		return [...summary(data.of(state)), ...(unavailable === '' ? [] : [sanitize(unavailable, 300)])];
	};
	return listSection({
		...section,
		rows: {
			of: (state) => data.of(state).rows,
			put: (state, rows) => data.put(state, { ...data.of(state), rows }),
		},
		message: (state) => notSampledText(`its ${noun}s`, data.of(state)) ?? noneText(noun, data.of(state)),
		...sampled,
		text: (state) => {
			const { id, lines } = sampled.text(state);
			return { id, lines: [...lines, ...linesOf(state)] };
		},
		above: (state) => [...sampled.above(state), ...linesOf(state).map((text): Segment[] => [{ text }])],
		more: (state) => ({
			columns: withKnownProcess(
				section.columns,
				data.of(state).rows.list.some(({ item }) => processOf(item) !== ''),
			),
		}),
	});
}

/** Returns why the service lists nothing. */
function noneText<Item>(noun: string, { rows, unavailable }: ObservedList<Item>): SurfaceText | undefined {
	if (rows.list.length > 0) return undefined;
	const why = unavailable === '' ? [] : [sanitize(unavailable, 300)];
	return { id: 'none', lines: [`The service lists no ${noun}s.`, ...why] };
}
