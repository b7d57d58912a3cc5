import { bar } from '../../../../../format/bar.ts';
import { bytes } from '../../../../../format/bytes.ts';
import { oneLine } from '../../../../../format/one-line.ts';
import type { State } from '../../../../../state/core/state.ts';
import {
	changeDialog,
	type MemoryDump,
	type MemoryDumpDialog as Saving,
} from '../../../../../state/dialogs/memory-dump-dialog.ts';
import { replaceTop } from '../../../../../state/dialogs/open-dialogs.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { Answers, Dialog, Field, Line, Paragraph } from '../../../../dialogs/kit/index.ts';
import type { Token } from '../../../../theme/theme.ts';
import { memoryDumpCommands } from './commands.ts';

export const memoryDumpDialogText = {
	title: 'Memory dump',
	process: (name: string) => `Process: ${name}`,
	cost: 'The process stops for seconds. It needs free memory of up to ten times its heap. The file contains secrets, e.g. the API key.',
	waiting: 'The process writes its memory…',
	cancelling: 'Cancelling…',
	received: (size: string) => `Received ${size}`,
} as const;

const BAR_WIDTH = 20;

/** Asks for the process and the file of a memory dump, and shows its progress. */
function MemoryDumpDialog({ dialog, state, ...screen }: DialogProps<'memory-dump'>) {
	const dump = state.memoryDump;
	const [text, token] = statusOf(dialog, dump);
	const without = [
		...(dialog.hasEngine && !dump ? [] : ['memory-dump-process']),
		...(dialog.exists && !dump ? ['memory-dump-save'] : ['memory-dump-overwrite']),
	];
	return (
		<Dialog title={memoryDumpDialogText.title} columns={90} screen={screen}>
			<Line isLive>{memoryDumpDialogText.process(dump?.process ?? dialog.process)}</Line>
			<Field line={dialog.line} />
			<Paragraph token={token} leastRows={1} most={4} isLive>
				{text}
			</Paragraph>
			<Answers
				commands={memoryDumpCommands}
				without={without}
				texts={dump ? { 'memory-dump-save': 'continue in the background' } : {}}
			/>
		</Dialog>
	);
}

function statusOf({ fault }: Saving, dump: MemoryDump | undefined): readonly [text: string, token: Token] {
	if (dump) return [progressText(dump), 'busy'];
	if (fault === '') return [memoryDumpDialogText.cost, 'faint'];
	return [oneLine(fault, 600), 'warning'];
}

function progressText({ bytes: done, total, isCancelled }: MemoryDump): string {
	if (isCancelled) return memoryDumpDialogText.cancelling;
	if (done === 0) return memoryDumpDialogText.waiting;
	const received = memoryDumpDialogText.received(bytes(done));
	if (total === undefined) return received;
	return `${bar(done / total, BAR_WIDTH)} ${received} of ${bytes(total)}`;
}

export const memoryDumpDialog: DialogSurface<'memory-dump'> = {
	kind: 'memory-dump',
	title: 'Save a memory dump',
	commands: memoryDumpCommands,
	showsKeys: true,
	field: {
		edit: (dialog, state: State, edit) =>
			state.memoryDump
				? state
				: replaceTop(state, { ...dialog, line: edit(dialog.line), exists: false, fault: '' }),
	},
	queries: [
		{
			name: 'processes',
			endpoint: 'getMemoryHistory',
			every: Number.POSITIVE_INFINITY,
			take: (state, { memory_history }) =>
				changeDialog(state, { hasEngine: memory_history.some(({ mem_engine }) => mem_engine !== undefined) }),
			fail: (state) => changeDialog(state, { hasEngine: false }),
		},
	],
	view: MemoryDumpDialog,
};
