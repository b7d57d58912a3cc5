import { bytes } from '../../../format/bytes.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import type { DialogProps } from '../dialog.ts';

const wanted = 60;

/** Asks before downloads are removed, and says what that will do. */
export function RemoveDialog({ dialog, theme, width, height }: DialogProps<'remove'>) {
	const inner = innerWidthOf(width, wanted);
	const { subjects } = dialog;
	const amount = subjects.reduce((sum, subject) => sum + subject.bytes, 0);
	const one = subjects.length === 1 ? sanitise(subjects[0]?.name ?? '', inner * 4) : undefined;
	const it = one === undefined ? 'them' : 'it';
	const line = (...segments: Segment[]) => composeLine(theme, inner, segments);
	const lines = [
		line({ text: `Remove ${one ?? `${subjects.length} downloads`}?` }),
		'',
		line({ text: 'r', token: 'key' }, { text: `   remove ${it}, keep the data` }),
		line(
			{ text: 'D', token: 'key' },
			{ text: `   remove ${it} and ` },
			{ text: `delete ${bytes(amount)} from the disk`, token: 'bad' },
		),
		line({ text: 'esc', token: 'key' }, { text: ` leave ${it}` }),
	];
	return (
		<Frame
			title={one === undefined ? 'Remove downloads' : 'Remove a download'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={wanted}
			lines={lines}
		/>
	);
}
