import type { Step } from '../surfaces/move-commands.ts';
import type { PresetName } from './preset-names.ts';

/** Keys of a preset. Other commands have their declared keys. */
interface Preset {
	/** Its idea, for the documentation. */
	readonly meaning: string;
	/** Keys of steps in every list, where no other command of the list has them. */
	readonly steps: Partial<Record<Step, readonly string[]>>;
	/** Keys that do the same as another key, where no other command has them. */
	readonly aliases?: Readonly<Record<string, string>>;
	/** Keys by command id. */
	readonly bindings: Readonly<Record<string, readonly string[]>>;
}

/** The presets that differ from the declared keys. */
export const presets: Readonly<Record<Exclude<PresetName, 'default'>, Preset>> = {
	vim: {
		meaning: 'As vim, where it differs: `x` removes, `ctrl-r` redoes, `ctrl-w` goes to the other panel',
		steps: { down: ['j', 'down', 'ctrl-n'], up: ['k', 'up', 'ctrl-p'] },
		bindings: {
			remove: ['x', 'd', 'delete'],
			'work-cancel': ['ctrl-x'],
			redo: ['ctrl-r', 'U'],
			'files-redo': ['ctrl-r', 'U'],
			refresh: ['f5', 'R'],
			palette: [':'],
			'next-panel': ['ctrl-w', 'tab'],
		},
	},
	emacs: {
		meaning: 'The movements, the search, the mark, undo and `alt-x` of emacs. `ctrl-g` cancels',
		steps: {
			down: ['ctrl-n', 'down', 'j'],
			up: ['ctrl-p', 'up', 'k'],
			'page-down': ['ctrl-v', 'pagedown'],
			'page-up': ['alt-v', 'pageup'],
			first: ['alt-<', 'home', 'g'],
			last: ['alt->', 'end', 'G'],
		},
		aliases: { escape: 'ctrl-g', '/': 'ctrl-s' },
		bindings: {
			palette: ['alt-x', ':'],
			'show-exception': ['alt-e'],
			details: ['ctrl-f', 'enter', 'right', 'l'],
			'details-close': ['ctrl-b', 'left', 'h'],
			'files-in': ['ctrl-f', 'right', 'l'],
			'files-out': ['ctrl-b', 'left', 'h'],
			'mark-range': ['ctrl-space', 'V'],
			undo: ['ctrl-_', 'u'],
			'files-undo': ['ctrl-_', 'u'],
			redo: ['alt-_', 'U'],
			'files-redo': ['alt-_', 'U'],
			'next-panel': ['ctrl-o', 'tab'],
			refresh: ['f5', 'ctrl-r'],
			help: ['f1', '?'],
		},
	},
	rtorrent: {
		meaning: 'The keys of rtorrent for downloads: `ctrl-s` resumes, `ctrl-k` stops, `ctrl-d` removes',
		steps: {
			down: ['down', 'ctrl-n', 'j'],
			up: ['up', 'ctrl-p', 'k'],
			'half-down': ['alt-down'],
			'half-up': ['alt-up'],
			'page-down': ['pagedown'],
			'page-up': ['pageup'],
		},
		bindings: {
			resume: ['ctrl-s', 'r'],
			stop: ['ctrl-k', 's'],
			remove: ['ctrl-d', 'd', 'delete'],
			recheck: ['ctrl-r', 'c'],
			add: ['backspace', 'a', 'insert'],
			details: ['right', 'ctrl-f', 'enter', 'l'],
			'details-close': ['left', 'ctrl-b', 'h'],
			'files-in': ['right', 'ctrl-f', 'l'],
			'files-out': ['left', 'ctrl-b', 'h'],
			refresh: ['f5'],
			palette: ['ctrl-x', ':'],
			quit: ['ctrl-q', 'q'],
		},
	},
};
