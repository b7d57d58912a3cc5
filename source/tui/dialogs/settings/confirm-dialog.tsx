import type {} from '../../../state/settings/dialogs.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { closeCommand, dialogCommands } from '../dialog-commands.ts';
import { Answers, Dialog, Gap, Paragraph } from '../kit/index.ts';
import { settingsAccess } from './access.ts';
import { sendSetting } from './service-rows.ts';
import { settingsScreenText as text } from './text.ts';

const commands = dialogCommands('setting-confirm', [
	{
		id: 'setting-confirm-do',
		keys: ['y'],
		title: 'Change the setting, which stops downloads',
		hint: 'change it',
		confirms: true,
		run: (context, { path, isOf8, typed }) => {
			context.dispatch({ type: 'close' });
			const field = settingsAccess(isOf8).fields.find((each) => each.path === path);
			if (field) sendSetting(field, isOf8, typed, context);
		},
	},
	closeCommand('setting-confirm-cancel', ['escape', 'n', 'q', 'enter'], 'Cancel'),
]);

const WIDTH = 70;

/** Asks before a setting of the service stops downloads. */
function SettingConfirm({ dialog, state: _, ...screen }: DialogProps<'setting-confirm'>) {
	const { path, isOf8, typed, count } = dialog;
	const field = settingsAccess(isOf8).fields.find((each) => each.path === path);
	const value = field?.kind.show(field.kind.read(typed)) ?? typed;
	const question = text.question(field?.label ?? path, value);
	return (
		<Dialog title={text.confirmTitle} spoken={question} columns={WIDTH} screen={screen}>
			<Paragraph most={3}>{question}</Paragraph>
			<Paragraph token="warning">{text.stops(count)}</Paragraph>
			<Gap />
			<Answers commands={commands} isStacked />
		</Dialog>
	);
}

export const settingConfirmDialog: DialogSurface<'setting-confirm'> = {
	kind: 'setting-confirm',
	title: 'Confirm a setting',
	commands,
	showsKeys: true,
	view: SettingConfirm,
};
