import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { style } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';

const wanted = 90;

/** Asks for what to download. */
export function AddDialog({ dialog, theme, width, height }: DialogProps<'add'>) {
	const inner = innerWidthOf(width, wanted);
	const lines = [
		'Path of a .torrent file, magnet link, or URL:',
		textField(dialog.line.characters, dialog.line.cursor, inner),
		'',
		`${style(theme, 'key', 'enter')} add it   ${style(theme, 'key', 'esc')} leave it`,
	];
	return (
		<Frame
			title="Add a download"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
		/>
	);
}
