import type { SectionId } from '../../state/core/sections.ts';
import type { PaneId, State } from '../../state/core/state.ts';
import type { Command } from '../commands/command.ts';
import type { SectionTitle } from '../panes/pane.ts';

/** Returns the commands of a pane that change its section. */
export function sectionCommands(
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
