import type { Sampled } from '../../../state/connection/sampled.ts';
import type { AnyQuery } from '../../../state/core/query-declaration.ts';
import type { State } from '../../../state/core/state.ts';
import type { Section } from '../../sections/section.ts';
import type { SurfaceText } from '../../surfaces/surface.ts';

/** A section with data of a debug endpoint. */
interface DebugSection {
	readonly section: Section;
	/** Returns the condition of its data. */
	readonly sampled: (state: State) => Sampled;
	/** Whether it shows data of other endpoints too. It is then shown without debug endpoints. */
	readonly hasMore?: true;
}

export const absenceText = {
	none: 'This service has no debug information.',
	hint: 'Another release may have it.',
	local: 'The sections Engine, Requests and Cockpit do not need it.',
} as const;

/**
 * Returns the sections of a pane whose service may have no debug endpoint at all. This is described once, by the same
 * text in all of them. While the endpoint of the visible section is absent, those of the others are requested once.
 */
export function describeAbsence(
	all: readonly [DebugSection, ...DebugSection[]],
): readonly [Section, ...Section[]] {
	const message = (state: State): SurfaceText | undefined =>
		all.every(({ sampled }) => isAbsent(sampled(state)))
			? { id: 'no debug information', lines: Object.values(absenceText) }
			: undefined;
	const described = (own: DebugSection): Section => {
		const { section } = own;
		if (own.hasMore) return section;
		const probes = all.filter((other) => other !== own).flatMap((other) => probe(own, other));
		return {
			...section,
			message: (state) => message(state) ?? section.message?.(state),
			queries: [...(section.queries ?? []), ...probes],
		};
	};
	const [first, ...others] = all;
	return [described(first), ...others.map(described)];
}

function isAbsent({ at, failure }: Sampled): boolean {
	return at === undefined && failure?.kind === 'absent';
}

/** Returns the query that requests the endpoint of another section once. */
function probe(own: DebugSection, { section, sampled }: DebugSection): readonly AnyQuery[] {
	const [first] = section.queries ?? [];
	if (!first) return [];
	const when = (state: State) => {
		const { at, failure } = sampled(state);
		return isAbsent(own.sampled(state)) && at === undefined && failure === undefined;
	};
	return [{ ...first, name: `probe-${section.id}`, every: Number.POSITIVE_INFINITY, when }];
}
