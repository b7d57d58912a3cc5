import { bytes } from '../../format/bytes.ts';
import type { Failure } from '../connection/connection.ts';
import { errorText } from '../connection/error-text.ts';
import { type Journal, record } from '../events/journal.ts';
import type { Dialog } from '../surfaces/dialogs.ts';
import type { LineEdit } from '../surfaces/line-edit.ts';
import { changeDialogs, openDialogOf } from './open-dialogs.ts';

type DumpedProcess = 'service' | 'engine';

/** Asks for the process and the file of a memory dump, and shows its progress. */
export interface MemoryDumpDialog {
	readonly kind: 'memory-dump';
	/** The path, as it is typed. */
	readonly line: LineEdit;
	readonly process: DumpedProcess;
	/** Whether the service has an engine process; undefined if that is not known yet. */
	readonly hasEngine: boolean | undefined;
	/** Whether a file of this name exists. */
	readonly exists: boolean;
	/** Why the last attempt failed; '' if it did not. Untrusted. */
	readonly fault: string;
}

/** A memory dump that is being saved on the machine of the cockpit. */
export interface MemoryDump {
	/** Time of its request, Unix ms. It identifies the dump. */
	readonly id: number;
	readonly process: DumpedProcess;
	/** As typed: '~' is the home folder, relative paths start in the working directory. */
	readonly path: string;
	readonly overwrite: boolean;
	readonly bytes: number;
	/** undefined if the service does not report it. */
	readonly total: number | undefined;
	readonly isCancelled: boolean;
}

export type MemoryDumpMessage =
	| ({ readonly type: 'begin' } & Pick<MemoryDump, 'id' | 'process' | 'path' | 'overwrite'>)
	| ({ readonly type: 'progress' } & Pick<MemoryDump, 'id' | 'bytes' | 'total'>)
	| { readonly type: 'cancel' }
	| { readonly type: 'ended'; readonly id: number; readonly result: DumpResult; readonly at: number }
	// Chooses the other process.
	| { readonly type: 'other-process' };

export type DumpResult =
	| { readonly kind: 'saved'; readonly path: string; readonly bytes: number }
	| { readonly kind: 'exists' }
	| { readonly kind: 'cancelled' }
	| { readonly kind: 'failed'; readonly failure: Failure };

interface DumpData {
	readonly dialogs: readonly Dialog[];
	readonly journal: Journal;
	readonly memoryDump: MemoryDump | undefined;
}

export const memoryDumpText = {
	doing: (process: DumpedProcess) => `Saving a memory dump of the ${process}`,
	saved: (process: DumpedProcess, path: string) => `Saved the memory dump of the ${process}: ${path}`,
	exists: 'This file exists. Type another name, or overwrite it.',
	cancelled: 'The memory dump was cancelled. No file was written.',
} as const;

/** Returns the state after a message about a memory dump. */
export function updateMemoryDump<Data extends DumpData>(data: Data, message: MemoryDumpMessage): Data {
	const { memoryDump: dump } = data;
	switch (message.type) {
		case 'begin': {
			if (dump) return data;
			const { id, process, path, overwrite } = message;
			const begun = { id, process, path, overwrite, bytes: 0, total: undefined, isCancelled: false };
			return { ...changeDialog(data, { fault: '', exists: false }), memoryDump: begun };
		}
		case 'progress':
			if (dump?.id !== message.id) return data;
			return { ...data, memoryDump: { ...dump, bytes: message.bytes, total: message.total } };
		case 'cancel':
			return dump ? { ...data, memoryDump: { ...dump, isCancelled: true } } : data;
		case 'ended':
			return dump?.id === message.id ? endDump(data, dump, message.result, message.at) : data;
		case 'other-process': {
			const dialog = openDialogOf(data, 'memory-dump');
			if (!dialog?.hasEngine) return data;
			return changeDialog(data, { process: dialog.process === 'service' ? 'engine' : 'service' });
		}
	}
}

function endDump<Data extends DumpData>(data: Data, dump: MemoryDump, result: DumpResult, at: number): Data {
	const ended = { ...data, memoryDump: undefined };
	const { process } = dump;
	const isOpen = openDialogOf(data, 'memory-dump') !== undefined;
	switch (result.kind) {
		case 'saved': {
			const text = `${memoryDumpText.saved(process, result.path)} (${bytes(result.bytes)})`;
			const dialogs = data.dialogs.filter(({ kind }) => kind !== 'memory-dump');
			return { ...ended, dialogs, journal: record(data.journal, { level: 'success', text }, at) };
		}
		case 'cancelled': {
			const news = { level: 'info', text: memoryDumpText.cancelled, quiet: isOpen } as const;
			const journal = record(data.journal, news, at);
			return { ...changeDialog(ended, { fault: memoryDumpText.cancelled }), journal };
		}
		case 'exists':
		case 'failed': {
			const fault = result.kind === 'exists' ? memoryDumpText.exists : errorText(result.failure);
			// The dialog shows the error, if it is still open.
			const news = {
				level: 'error',
				doing: memoryDumpText.doing(process),
				text: fault,
				quiet: isOpen,
			} as const;
			const exists = result.kind === 'exists';
			return { ...changeDialog(ended, { fault, exists }), journal: record(data.journal, news, at) };
		}
	}
}

/** Changes the data of the dialog, wherever it is open. */
export function changeDialog<Data extends Pick<DumpData, 'dialogs'>>(
	data: Data,
	change: Partial<MemoryDumpDialog>,
): Data {
	return changeDialogs(data, 'memory-dump', (dialog) => ({ ...dialog, ...change }));
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		'memory-dump': MemoryDumpDialog;
	}
}
