import { composeLine, type Segment } from '../../components/compose-line.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import type { DialogProps } from '../dialog.ts';

const wanted = 90;

/** Asks for what to download. */
export function AddDialog({ dialog, theme, width, height }: DialogProps<'add'>) {
	const inner = innerWidthOf(width, wanted);
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const lines = [
		line({ text: 'Path of a .torrent file, magnet link, or URL:' }),
		textField(dialog.line.characters, dialog.line.cursor, inner),
		'',
		line(
			{ text: 'enter', token: 'key' },
			{ text: ' add it   ' },
			{ text: 'esc', token: 'key' },
			{ text: ' leave it' },
		),
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
