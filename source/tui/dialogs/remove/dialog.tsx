import { bytes } from '../../../format/bytes.ts';
import { truncate } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { style } from '../../theme/theme.ts';
import type { DialogProps } from '../dialog.ts';

const wanted = 60;

/** Asks before a download is removed, and says what that will do. */
export function RemoveDialog({ dialog, theme, width, height }: DialogProps<'remove'>) {
	const inner = innerWidthOf(width, wanted);
	const { name, bytes: amount } = dialog.subject;
	const lines = [
		truncate(`Remove ${sanitise(name, inner * 4)}?`, inner),
		'',
		`${style(theme, 'key', 'r')}   remove it, keep its data`,
		`${style(theme, 'key', 'D')}   remove it and ${style(theme, 'bad', `delete ${bytes(amount)} from the disk`)}`,
		`${style(theme, 'key', 'esc')} leave it`,
	];
	return (
		<Frame
			title="Remove a download"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
		/>
	);
}
