// Next's own declarations would come with more: a NODE_ENV that every environment must have.
declare module "*.module.css" {
  const classes: Readonly<Record<string, string>>;
  export default classes;
}
declare module "*.css";
