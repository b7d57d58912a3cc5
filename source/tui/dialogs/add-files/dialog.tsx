import { bytes } from '../../../format/bytes.ts';
import { fit, shorten } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { everything } from '../../../state/adding/choice.ts';
import { composeLine } from '../../components/compose-line.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { style } from '../../theme/theme.ts';
import { browseRowsOf } from '../browse/rows.ts';
import type { DialogProps } from '../dialog.ts';
import { firstShown } from '../first-shown.ts';

const wanted = 100;
const sizeWidth = 9;

/** The files of a .torrent before it is added: which of them are wanted. */
export function AddFilesDialog({ dialog, state, theme, width, height }: DialogProps<'add-files'>) {
	const local = state.adding.torrents.get(dialog.path);
	if (local?.status !== 'read') return null;
	const { torrent } = local;
	const choice = state.adding.choices.get(dialog.path) ?? everything(torrent);
	const inner = innerWidthOf(width, wanted);
	const rows = Math.min(torrent.files.length, browseRowsOf(height));
	const first = firstShown(dialog.chosen, torrent.files.length, rows);
	const lines = torrent.files.slice(first, first + rows).map(({ path, size }, index) => {
		const at = first + index;
		const isWanted = choice.wanted[at] === 1;
		const begin = `${isWanted ? '[x]' : '[ ]'} ${fit(bytes(size), sizeWidth, 'right')}  `;
		const room = inner - begin.length;
		const text = begin + fit(shorten(sanitise(path, inner * 4), room), room);
		return style(theme, at === dialog.chosen ? 'selected' : isWanted ? 'normal' : 'faint', text);
	});
	const told = `${choice.count} of ${torrent.files.length} files wanted, ${bytes(choice.size)} of ${bytes(torrent.size)}`;
	return (
		<Frame
			title={shorten(sanitise(torrent.name, inner * 4), Math.max(1, inner - 4))}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={[...lines, '', composeLine(theme, inner, [{ text: told, token: 'heading' }])]}
			targetAt={choiceTargets({
				above: 0,
				first,
				count: torrent.files.length,
				room: rows,
			})}
		/>
	);
}
