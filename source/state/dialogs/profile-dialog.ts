import { type CpuProfile, readCpuProfile } from '../../format/cpu-profile.ts';
import { changeDialogs, type OpenDialogs } from './open-dialogs.ts';

/** Shows the hottest functions of a profile, which the runtime reads. */
export interface ProfileDialog {
	readonly kind: 'profile';
	/** Files of the profile, one for each process. Untrusted. */
	readonly files: readonly string[];
	/** Index of the visible one. */
	readonly shown: number;
	/** Index of the chosen function. */
	readonly chosen: number;
	/** Contents by path; absent until they are read. */
	readonly contents: Readonly<Record<string, ReadProfile>>;
}

/** A profile that was read, or the reason why not. */
export type ReadProfile =
	| { readonly status: 'read'; readonly profile: CpuProfile }
	| { readonly status: 'failed'; readonly why: string };

/** Number of functions that are shown. */
const HOTTEST_FUNCTIONS = 10;

const profileText = {
	otherFormat: 'It is not a .cpuprofile file. Open it with the tools of that service.',
} as const;

/** Returns the content of a parsed file. */
export function profileContent(parsed: unknown): ReadProfile {
	const profile = readCpuProfile(parsed, HOTTEST_FUNCTIONS);
	return profile ? { status: 'read', profile } : { status: 'failed', why: profileText.otherFormat };
}

export function profileDialog(files: readonly string[]): ProfileDialog {
	return { kind: 'profile', files, shown: 0, chosen: 0, contents: {} };
}

/** Returns the path of the profile to be read; undefined if there is none. */
export function profileToRead({ dialogs }: OpenDialogs): string | undefined {
	const top = dialogs.at(-1);
	if (top?.kind !== 'profile') return undefined;
	const path = top.files[top.shown];
	return path === undefined || Object.hasOwn(top.contents, path) ? undefined : path;
}

/** Stores the content of a profile in the dialogs that show it. */
export function takeProfile<Data extends OpenDialogs>(data: Data, path: string, content: ReadProfile): Data {
	return changeDialogs(data, 'profile', (dialog) =>
		dialog.files.includes(path) ? { ...dialog, contents: { ...dialog.contents, [path]: content } } : dialog,
	);
}

declare module '../surfaces/dialogs.ts' {
	interface DialogKinds {
		profile: ProfileDialog;
	}
}
