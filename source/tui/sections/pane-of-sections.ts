import type { PaneId, State } from '../../state/core/state.ts';
import type { SectionId } from '../../state/surfaces/sections.ts';
import type { Command } from '../surfaces/command.ts';
import type { Pane, SectionPane, SectionTitle } from '../surfaces/pane.ts';
import { type DescribedList, noSummary } from '../surfaces/surface.ts';
import type { Section } from './section.ts';

/** Returns the commands of a pane that change its section. */
function sectionCommands(
	pane: PaneId,
	sections: readonly SectionTitle[],
	shownIn: (state: State) => SectionId,
): readonly Command[] {
	const neighbor =
		(offset: number): Command['run'] =>
		({ state, dispatch }) => {
			const index = sections.findIndex(({ id }) => id === shownIn(state)) + offset;
			const section = sections[(index + sections.length) % sections.length];
			if (section) dispatch({ type: 'section', pane, section: section.id });
		};
	const alone = () => (sections.length > 1 ? true : 'This is the only section.');
	return [
		...sections.map(
			({ id, title, hotkey }): Command => ({
				id: `section-${id}`,
				group: 'move',
				scope: pane,
				keys: [hotkey],
				title: `Show the section '${title.toLowerCase()}'`,
				when: (state) =>
					shownIn(state) === id ? `The section '${title.toLowerCase()}' is already shown.` : true,
				run: ({ dispatch }) => dispatch({ type: 'section', pane, section: id }),
			}),
		),
		{
			id: `${pane}-next-section`,
			group: 'move',
			scope: pane,
			keys: [']'],
			title: 'Next section',
			when: alone,
			run: neighbor(1),
		},
		{
			id: `${pane}-previous-section`,
			group: 'move',
			scope: pane,
			keys: ['['],
			title: 'Previous section',
			when: alone,
			run: neighbor(-1),
		},
	];
}

interface PaneOfSections<Id extends PaneId> extends Pick<Pane, 'title' | 'hotkey' | 'words'> {
	readonly id: Id;
	/** In the order of the line of sections; the first one is visible at first. */
	readonly sections: readonly [Section, ...Section[]];
	/** Commands of all its sections, of the scope `id`. */
	readonly commands?: readonly Command[];
}

/** Makes a pane that shows one of several sections. It has the commands of all of them. */
export function paneOfSections<Id extends PaneId>({
	sections,
	commands = [],
	...pane
}: PaneOfSections<Id>): SectionPane & { readonly id: Id } {
	const own = [...sections.flatMap((section) => section.commands), ...commands];
	const shownBy = (section: Section): SectionPane & { readonly id: Id } => ({
		...section,
		...pane,
		message: section.message ?? (() => undefined),
		list: described(section),
		page: section.page ?? ((_, __, height) => ({ page: Math.max(1, height) })),
		commands: own,
		section,
	});
	const all = sections.map(shownBy);
	const [first] = sections;
	const initial = shownBy(first);
	const byId = new Map(all.map((shown) => [shown.section.id, shown]));
	const current = (state: State) => {
		const id = state.sections.shown[pane.id];
		return (id && byId.get(id)) ?? all[0] ?? initial;
	};
	own.push(...sectionCommands(pane.id, sections, (state) => current(state).section.id));
	return { ...initial, sections: { all, current } };
}

/** The list of a section without one: nothing moves. */
export const noList: DescribedList = {
	positions: () => 0,
	move: (state) => state,
	missing: () => 'Nothing moves here.',
	place: () => '',
	summary: () => noSummary,
	describe: () => ({
		counts: () => '',
		view: () => ({}),
		row: () => undefined,
		error: () => '',
		result: () => [],
	}),
};

/** Returns the list of a section with the members that every pane needs. */
function described({ list, position }: Section): DescribedList {
	return { ...noList, ...list, place: position ?? list?.place ?? noList.place };
}
