export default function Page() {
  return <h1>The home page.</h1>;
}
