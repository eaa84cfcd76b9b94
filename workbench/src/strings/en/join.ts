/** The page of an invitation. */
export const strings = {
  pageTitle: "Join · Assay",
  badLink: "This link does not work",
  signIn: "Sign in instead",
  title: (account: string) => `Join ${account}`,
  role: (role: string) => `Your role is ${role}.`,
  roleAs: (role: string, email: string) => `Your role is ${role}. You sign in as ${email}.`,
  email: "E-mail",
  name: "Your name",
  password: "Password",
  passwordHelp: "At least 10 characters. Already have an account here? Use your existing password.",
  submit: "Join",
};
