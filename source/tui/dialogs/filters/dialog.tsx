import { fit } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { filterChoices } from '../../../state/view/filter-choices.ts';
import { choiceLines, firstChoice } from '../../components/choice-lines.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps } from '../dialog.ts';

const wanted = 56;
const mostRows = 20;
const nameWidth = 22;

/** Statuses with how many downloads have them, and the filters that were saved. */
export function FiltersDialog({ dialog, state, theme, width, height }: DialogProps<'filters'>) {
	const choices = filterChoices(state);
	const room = Math.max(1, Math.min(mostRows, height - 6));
	const lines = choiceLines(
		choices,
		dialog.chosen,
		room,
		innerWidthOf(width, wanted),
		theme,
		({ kind, name, filter, count }) => ({
			left: [
				{ text: filter === state.downloads.filter ? ' ● ' : '   ', token: 'mark' },
				{ text: fit(sanitise(name, nameWidth * 4), nameWidth) },
				{ text: ` ${kind === 'saved' ? sanitise(filter, 200) : ''}`, token: 'faint' },
			],
			right: count === undefined ? [] : [{ text: ` ${count} ` }],
		}),
	);
	return (
		<Frame
			title="Filter by"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
			targetAt={choiceTargets({
				above: 0,
				first: firstChoice(Math.min(dialog.chosen, choices.length - 1), choices.length, room),
				count: choices.length,
				room,
			})}
		/>
	);
}
