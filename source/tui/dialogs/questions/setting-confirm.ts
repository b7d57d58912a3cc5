import { settingsAccess } from '../settings/access.ts';
import { sendSetting } from '../settings/service-rows.ts';
import { settingsScreenText as text } from '../settings/text.ts';
import { question } from './question.tsx';

declare module '../../../state/surfaces/dialogs.ts' {
	interface DialogKinds {
		'setting-confirm': {
			readonly kind: 'setting-confirm';
			readonly path: string;
			/** Whether the service is one of 8.x. */
			readonly isOf8: boolean;
			/** The value as it is typed. */
			readonly typed: string;
			/** Maximum number of running downloads that stop. */
			readonly count: number;
		};
	}
}

const fieldOf = ({ path, isOf8 }: { readonly path: string; readonly isOf8: boolean }) =>
	settingsAccess(isOf8).fields.find((field) => field.path === path);

/** Asks before a setting of the service stops downloads. */
export const settingConfirmDialog = question('setting-confirm', {
	title: 'Confirm a setting',
	heading: () => text.confirmTitle,
	asks: (dialog) => {
		const { kind, label = dialog.path } = fieldOf(dialog) ?? {};
		return text.question(label, kind?.show(kind.read(dialog.typed)) ?? dialog.typed);
	},
	effects: ({ count }) => [{ children: text.stops(count), token: 'warning' }],
	answers: [
		{
			id: 'setting-confirm-do',
			keys: ['y'],
			title: 'Change the setting, which stops downloads',
			hint: 'change it',
			run: (context, dialog) => {
				const field = fieldOf(dialog);
				if (field) sendSetting(field, dialog.isOf8, dialog.typed, context);
			},
		},
	],
	keep: { id: 'setting-confirm-cancel' },
	keepKeys: ['enter'],
});
